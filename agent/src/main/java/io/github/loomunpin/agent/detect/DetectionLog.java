// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.ReportFile;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Says in the log what is new, and keeps the sums in the file of {@code report=}. */
final class DetectionLog implements DetectionListener {

  private final Outcome outcome;
  private final Optional<Path> folder;
  private final Optional<ReportFile> report;

  DetectionLog(AgentOptions options, Outcome outcome) {
    this.outcome = outcome;
    this.folder = options.report();
    this.report =
        folder.isPresent() ? Optional.of(ReportFile.ofPins(folder.get())) : Optional.empty();
  }

  @Override
  public void pinned(PinBook.Cause first) {
    outcome.warn(PinWords.first(first));
  }

  @Override
  public void stoodStill(Standstill standstill, boolean isNews) {
    outcome.stoodStill(standstill.carriers(), standstill.line(), isNews);
  }

  @Override
  public void movesAgain(String line, boolean wasNews) {
    if (wasNews) {
      outcome.say(line);
    }
  }

  @Override
  public boolean wantsSums() {
    return report.isPresent();
  }

  @Override
  public String sums(String pins, boolean last) {
    try {
      Path file = report.get().write(pins, last);
      report.get().deleteOld();
      return "; pins: " + file;
    } catch (IOException e) {
      outcome.warn("cannot write to report=" + folder.get() + ": " + ReportFile.why(e));
      return "";
    }
  }

  @Override
  public void ended(String line) {
    outcome.say(line);
  }
}
