// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Configuration;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Help;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Message;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Rule;
import io.github.loomunpin.analyzer.report.shared.HazardWords;
import java.util.Arrays;
import java.util.List;

/** What code scanning groups results by. */
enum SarifRule {
  BLOCKS(
      "monitor-held-while-blocking",
      "warning",
      "A monitor is held while the thread blocks",
      "On JDK 21 to 23 a virtual thread that blocks in synchronized code pins its carrier thread.",
      Remedy.MONITOR),
  MAY_BLOCK(
      "monitor-perhaps-held-while-blocking",
      "note",
      "A monitor may be held while the thread blocks",
      "The path to the blocking call takes something for granted, such as which of several"
          + " implementations is called.",
      Remedy.MONITOR),
  CLASS_INITIALIZER("initializer-blocks", "note", Hazard.Kind.CLASS_INITIALIZER),
  NATIVE_METHOD("native-method-calls-back", "note", Hazard.Kind.NATIVE_METHOD),
  MAP_FUNCTION("map-function-blocks", "warning", Hazard.Kind.MAP_FUNCTION),
  TABLE_FUNCTION("table-function-blocks", "warning", Hazard.Kind.TABLE_FUNCTION);

  /** What to do, where rules have it in common. */
  private static final class Remedy {
    static final String MONITOR =
        "Use a java.util.concurrent lock in place of the monitor, in all places that lock the same"
            + " object, or run the application with the loom-unpin agent. analyzer explain ID, with"
            + " the id among the properties of the result, shows every call on the path.";
  }

  private final String id;
  private final String level;
  private final String summary;
  private final String explanation;
  private final String remedy;

  SarifRule(String id, String level, String summary, String explanation, String remedy) {
    this.id = id;
    this.level = level;
    this.summary = summary;
    this.explanation = explanation;
    this.remedy = remedy;
  }

  SarifRule(String id, String level, Hazard.Kind kind) {
    this(
        id,
        level,
        HazardWords.summary(kind),
        HazardWords.explanation(kind),
        HazardWords.remedy(kind));
  }

  static SarifRule of(Grade grade) {
    return grade == Grade.BLOCKS ? BLOCKS : MAY_BLOCK;
  }

  static SarifRule of(Hazard.Kind kind) {
    return switch (kind) {
      case CLASS_INITIALIZER -> CLASS_INITIALIZER;
      case NATIVE_METHOD -> NATIVE_METHOD;
      case MAP_FUNCTION -> MAP_FUNCTION;
      case TABLE_FUNCTION -> TABLE_FUNCTION;
    };
  }

  /** In the order of {@link #ordinal}, which results refer to. */
  static List<Rule> all() {
    return Arrays.stream(values())
        .map(
            rule ->
                new Rule(
                    rule.id,
                    new Message(rule.summary + "."),
                    new Message(rule.explanation),
                    rule.help(),
                    new Configuration(rule.level)))
        .toList();
  }

  private Help help() {
    return new Help(
        explanation + " " + remedy,
        "**"
            + summary
            + ".** "
            + explanation
            + "\n\n"
            + remedy.replace("analyzer explain ID", "`analyzer explain ID`"));
  }

  String id() {
    return id;
  }

  String level() {
    return level;
  }
}
