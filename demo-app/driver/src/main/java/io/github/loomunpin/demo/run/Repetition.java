// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A run that is measured several times.
 *
 * <p>All of them are in one JVM, after one warm-up. Where there may be no warm-up each has a JVM of
 * its own, because a second load would queue behind what is left of the first.
 */
public final class Repetition implements StartedRun {

  private final Runner runner;
  private final Run run;

  /** The windows of the JVMs that have ended. */
  private final List<Observed.Window> windows = new ArrayList<>();

  private MeasuredJvm jvm;

  private Repetition(Runner runner, Run run, MeasuredJvm jvm) {
    this.runner = runner;
    this.run = run;
    this.jvm = jvm;
  }

  /** Returns when the application listens; nobody has asked it anything yet. */
  public static Repetition start(Runner runner, Run run) throws IOException, InterruptedException {
    return new Repetition(runner, run, MeasuredJvm.start(runner, run, false));
  }

  @Override
  public void load() throws IOException, InterruptedException {
    int times = runner.schedule().times();
    if (run.round().warmUp()) {
      load(times);
      return;
    }
    load(1);
    for (int time = 1; time < times; time++) {
      endSubject();
      jvm = MeasuredJvm.start(runner, run, false);
      load(1);
    }
  }

  private void load(int times) throws IOException, InterruptedException {
    jvm.warmUp().complete();
    for (int time = 0; time < times; time++) {
      jvm.measure();
    }
  }

  @Override
  public Observed end() throws IOException, InterruptedException {
    var last = endSubject();
    return new Observed(run, windows, last.recording());
  }

  private Observed endSubject() throws IOException, InterruptedException {
    try (var ending = jvm) {
      ending.end();
      var observed = ending.observed();
      windows.addAll(observed.windows());
      return observed;
    }
  }

  @Override
  public void close() {
    jvm.close();
  }
}
