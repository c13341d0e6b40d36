// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import java.io.IOException;
import java.util.ArrayList;

/**
 * Makes a run and measures it several times.
 *
 * <p>All of them are in one JVM, after one warm-up. Where there may be no warm-up each has a JVM of
 * its own, because a second load would queue behind what is left of the first.
 */
public record Repetition(Runner runner) {

  /** Returns when the application has ended. */
  public Observed make(Run run) throws IOException, InterruptedException {
    if (run.round().warmUp()) {
      return make(run, runner.schedule().times());
    }
    var windows = new ArrayList<Observed.Window>();
    var last = make(run, 1);
    windows.addAll(last.windows());
    while (windows.size() < runner.schedule().times()) {
      last = make(run, 1);
      windows.addAll(last.windows());
    }
    return new Observed(run, windows, last.heaps(), last.recording());
  }

  /** In one JVM. */
  private Observed make(Run run, int times) throws IOException, InterruptedException {
    try (var subject = Subject.start(runner, run, false)) {
      subject.warmUp().complete();
      for (int time = 0; time < times; time++) {
        subject.measure();
      }
      subject.end();
      return subject.observed();
    }
  }
}
