// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.correlate.PinReporter.CausedPin;
import io.github.loomunpin.analyzer.jfr.EventCount;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.report.pins.PinReportText;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.junit.expect.Expectation;
import io.github.loomunpin.junit.expect.TestVerdict;
import io.github.loomunpin.rules.sight.Allowance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What was recorded to a verdict. */
final class Judge {

  private final TestWindow window;
  private final Expectation expectation;
  private final Attribution attribution;
  private final List<String> stillPinned;
  private final List<String> setAside = new ArrayList<>();

  /**
   * @param beside windows of tests that ran at the same time
   * @param stillPinned carriers that did not come free
   */
  Judge(TestWindow window, List<TestWindow> beside, List<String> stillPinned) {
    this.window = window;
    this.expectation = window.test().expectation();
    this.attribution = new Attribution(window, beside);
    this.stillPinned = stillPinned;
  }

  TestVerdict judge(Path file, TestRecording recording) {
    EventCount events = EventCount.of(file);
    boolean lost = recording.hasLost(events);
    if (!recording.mayHavePins(events) && !expectation.pins()) {
      return verdict(Optional.empty(), List.of(), lost);
    }
    Recording read =
        RecordingReader.read(file, Path.of(fileName(window.test().name())), attribution);
    Optional<Gap> unreadable = read.incomplete().stream().filter(Gap::isUnreadable).findFirst();
    if (unreadable.isPresent()) {
      return TestVerdict.unknown(unreadable.get().toString());
    }
    Recording all = ThisJvm.recording(read, read.pins(), window.span());
    List<PinGroup> counted = all.pins().isEmpty() ? List.of() : counted(all);
    return verdict(Optional.of(ThisJvm.recording(read, counted, window.span())), counted, lost);
  }

  /** What some file systems do not take in names. */
  private static String fileName(String test) {
    return test.replaceAll("[^\\w.$\\[\\]-]", "_");
  }

  private List<PinGroup> counted(Recording all) {
    UncountedPins aside = new UncountedPins(expectation);
    List<PinGroup> counted = new ArrayList<>();
    for (CausedPin pins : reporter().causes(all)) {
      aside
          .reason(pins)
          .ifPresentOrElse(
              reason -> setAside.add(UncountedPins.line(pins, reason)),
              () -> counted.add(pins.pin()));
    }
    return counted;
  }

  private PinReporter reporter() {
    return new PinReporter(
        ThisJvm.classPath(window.test().type()), ReadOptions.DEFAULT.asOnClassPath());
  }

  private TestVerdict verdict(Optional<Recording> recording, List<PinGroup> counted, boolean lost) {
    long pins =
        stillPinned.size() + counted.stream().mapToLong(group -> group.tally().count()).sum();
    boolean tooMany = pins > expectation.atMost();
    if (!tooMany && lost) {
      return TestVerdict.unknown("the flight recorder dropped events while the test ran");
    }
    if (!tooMany && (pins > 0 || !expectation.pins())) {
      return TestVerdict.asExpected(
          setAside.stream().map(line -> window.test().name() + ": " + line).toList());
    }
    Message message = new Message(window.test(), attribution, stillPinned, setAside);
    return TestVerdict.notAsExpected(
        tooMany
            ? message.tooMany(
                pins,
                recording
                    .filter(read -> !read.pins().isEmpty())
                    .map(read -> reporter().report(List.of(read))))
            : message.none(window.span(), recording),
        setAside);
  }

  /** Which pins do not count, and why. */
  private static final class UncountedPins {

    private final Allowance allowance;

    UncountedPins(Expectation expectation) {
      allowance = Allowance.of(expectation.allow(), expectation.own());
    }

    /** Why pins do not count; empty if they do. */
    Optional<String> reason(CausedPin pins) {
      if (pins.ofClasses()) {
        return Optional.of("class loading and initialization do not count");
      }
      if (allowance.allows(pins.blamed(), pins.pin().stack().frames())) {
        return Optional.of("allowed by the test");
      }
      return allowance.isForeign(pins.blamed())
          ? Optional.of("not of the test's own packages")
          : Optional.empty();
    }

    /** One line on pins that do not count. */
    static String line(CausedPin pins, String reason) {
      long count = pins.pin().tally().count();
      String what =
          pins.blamed().isEmpty() || pins.ofClasses()
              ? pins.otherwise()
              : pins.blamed().stream()
                  .map(PinReportText::place)
                  .distinct()
                  .collect(Collectors.joining(", "));
      return "set aside: "
          + count
          + (count == 1 ? " pin, " : " pins, ")
          + PinReportText.time(pins.pin().tally().totalNanos())
          + ": "
          + what
          + " ("
          + reason
          + ")";
    }
  }
}
