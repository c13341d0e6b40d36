// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the report while the JVM runs, now and then and when something is out of the ordinary: a
 * JVM that is killed does not write one.
 */
public final class RunningReport implements Incidents.Listener, Runnable {

  /** The time from one look to the next doubles up to the longest. */
  private static final long FIRST_PAUSE_MILLIS = 2_000;

  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  /** What else belongs to an incident may come with it. */
  private static final long INCIDENT_MILLIS = 100;

  private final AgentOptions options;
  private final Outcome outcome;
  private final Path folder;
  private final ReportFile file;

  /** Guarded by this object. */
  private boolean happened;

  private RunningReport(AgentOptions options, Outcome outcome, Path folder) {
    this.options = options;
    this.outcome = outcome;
    this.folder = folder;
    this.file = new ReportFile(folder);
  }

  /** Begins to write the one into this folder. */
  public static RunningReport begin(AgentOptions options, Outcome outcome, Path folder) {
    RunningReport report = new RunningReport(options, outcome, folder);
    outcome.incidents().tellTo(report);
    outcome.stop().setLast(report);
    OwnThreads.later(report.new Writing());
    return report;
  }

  @Override
  public synchronized void happened(Incidents.Incident incident) {
    happened = true;
    notifyAll();
  }

  /** Waits for something out of the ordinary, but no longer than this. */
  private synchronized void awaitIncident(long millis) throws InterruptedException {
    long last = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; !happened && left > 0; ) {
      wait(left);
      left = (last - System.nanoTime() + 999_999) / 1_000_000;
    }
  }

  private synchronized boolean takeHappened() {
    boolean was = happened;
    happened = false;
    return was;
  }

  /** Takes one of the agent's threads for as long as the JVM runs. */
  private final class Writing extends Job<Void> {

    @Override
    protected Void work() {
      for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
        try {
          awaitIncident(pause);
          if (takeHappened()) {
            Thread.sleep(INCIDENT_MILLIS);
          }
          write(false);
        } catch (Throwable t) {
          // Somebody interrupts all threads, or memory is short: it is tried again.
        }
      }
    }
  }

  /** Writes it now. */
  @Override
  public void run() {
    write(false);
  }

  /**
   * Writes it.
   *
   * @param ended whether nothing more will come
   * @return what to say of it at the end; empty if it could not be written
   */
  String write(boolean ended) {
    String json =
        TallyReport.json(
            options.mode(),
            ended,
            outcome.snapshot(),
            outcome.incidents().list(),
            outcome.threads());
    try {
      return "; report: " + file.write(json);
    } catch (IOException e) {
      outcome.warn("cannot write to report=" + folder + ": " + e.getMessage());
      return "";
    }
  }
}
