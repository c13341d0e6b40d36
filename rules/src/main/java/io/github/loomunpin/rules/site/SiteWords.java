// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.regex.Pattern;

/** Sites and decisions in words for people: Java names, not VM names. */
public final class SiteWords {

  /** The field for the instance of the class around. */
  private static final Pattern OUTER = Pattern.compile("this\\$\\d+");

  /** Before the name of a variable that a local class or a lambda's class has a copy of. */
  private static final String CAPTURED = "val$";

  private SiteWords() {}

  /** A method with the class that has it. */
  public static String method(MonitorSite site) {
    return site.owner().replace('/', '.') + "." + site.method();
  }

  /** The place in the source. */
  public static String source(MonitorSite site, String sourceFile) {
    if (sourceFile.isEmpty()) {
      return site.line() < 0 ? "no source line" : "line " + site.line();
    }
    String inlined = site.inlinedFrom().isEmpty() ? "" : ", inlined from " + site.inlinedFrom();
    return (site.line() < 0 ? sourceFile : sourceFile + ":" + site.line()) + inlined;
  }

  /** What the source says at a site, as far as bytecode tells. */
  public static String construct(MonitorSite site) {
    String operand = operand(site.operand());
    return switch (site.kind()) {
      case SYNC_METHOD -> "synchronized method, locks this";
      case STATIC_SYNC_METHOD -> "static synchronized method, locks " + operand;
      case BLOCK -> "synchronized (" + operand + ")";
      case WAIT -> "wait() on " + operand;
      case NOTIFY -> "notify() on " + operand;
      case NOTIFY_ALL -> "notifyAll() on " + operand;
      case HOLDS_LOCK -> "Thread.holdsLock(" + operand + ")";
      case TIMED_WAIT -> "TimeUnit.timedWait(" + operand + ")";
    };
  }

  /** What is locked; the field of a nested class that a compiler made, as the source has it. */
  private static String operand(Operand operand) {
    String field = operand.name().substring(operand.name().lastIndexOf('.') + 1);
    if (operand.kind() != OperandValue.Kind.FIELD || !OUTER.matcher(field).matches()) {
      String described = operand.describe();
      return described.startsWith(CAPTURED) ? described.substring(CAPTURED.length()) : described;
    }
    String type = operand.type();
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1) + ".this";
  }

  /** What happens to the site with the agent. */
  public static String decision(Decision decision) {
    String mode = mode(decision.mode());
    return decision.mode() == Mode.VIRTUAL ? mode : mode + ": " + decision.reason();
  }

  /** The same without the reason. */
  public static String mode(Mode mode) {
    return switch (mode) {
      case VIRTUAL -> "the agent converts it";
      case NATIVE -> "stays native";
      case RUNTIME -> "decided at run time";
    };
  }
}
