// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.AgentWords;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.pins.PinReportText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.junit.expect.Expectation;
import io.github.loomunpin.junit.expect.WatchedTest;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.Pinning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is said of a test that does not keep what it promises: the text of {@code analyzer report},
 * and what only a test can tell.
 */
record Message(
    WatchedTest test, Attribution attribution, List<String> stillPinned, List<String> setAside) {

  private static final TextStyle STYLE = new TextStyle(false, false, 100);

  String tooMany(long pins, Optional<PinReport> report) {
    List<String> parts = new ArrayList<>();
    parts.add(
        test.expectation().annotation()
            + ": "
            + counted(pins)
            + report.map(Message::holders).orElse("")
            + allowed(test.expectation()));
    report.ifPresent(found -> parts.add(PinReportText.of(found, STYLE).strip()));
    stillPinned.forEach(
        carrier ->
            parts.add(
                "Still pinned: carrier "
                    + carrier
                    + " has blocked since the test, and for a second after it. The JVM records a"
                    + " pin when it ends,\nso what holds the monitor is not known yet:\n"
                    + "  jcmd "
                    + ProcessHandle.current().pid()
                    + " Thread.dump_to_file FILE, and analyzer report FILE"));
    if (attribution.shared() > 0) {
      parts.add(
          counted(attribution.shared())
              + " may be of another test that ran at the same time: "
              + String.join(", ", attribution.alsoOf())
              + ".\nNothing on the stack tells which; @Isolated on one of the classes does.");
    }
    return joined(parts);
  }

  String none(TimeSpan span, Optional<Recording> recording) {
    List<String> parts = new ArrayList<>();
    parts.add(
        test.expectation().annotation()
            + ": no virtual thread was pinned in "
            + PinReportText.time(span.nanos()));
    int feature = Runtime.version().feature();
    if (!Pinning.monitorsPinOn(feature)) {
      parts.add(
          "This is JDK "
              + feature
              + ", where monitors do not pin; native frames and class initializers still do.\n"
              + "@EnabledForJreRange(max = JRE.JAVA_23) leaves the test out here.");
    } else if (recording
        .flatMap(read -> read.jvm().agent())
        .filter(AgentWords::converts)
        .isPresent()) {
      parts.add("The loom-unpin agent of this JVM converts monitors.");
    }
    return joined(parts);
  }

  private String joined(List<String> parts) {
    List<String> all = new ArrayList<>(parts);
    if (!setAside.isEmpty()) {
      all.add(String.join("\n", setAside));
    }
    all.add("loom-unpin " + OwnFiles.version(Message.class));
    return String.join("\n\n", all);
  }

  private static String counted(long pins) {
    return pins + (pins == 1 ? " pin" : " pins");
  }

  /** The worst of them, for lists of failures that show one line of each. */
  private static String holders(PinReport report) {
    return report.findings().isEmpty()
        ? ""
        : report.findings().stream()
            .limit(2)
            .map(finding -> PinReportText.place(finding.site()))
            .collect(
                Collectors.joining(", ", " under ", report.findings().size() > 2 ? ", ..." : ""));
  }

  private static String allowed(Expectation expectation) {
    return expectation.atMost() == 0 ? "" : ", at most " + expectation.atMost() + " allowed";
  }
}
