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

  /** How long the JVM waits at its end for a folder that does not answer. */
  private static final long MOST_MILLIS = 5_000;

  private final AgentOptions options;
  private final Outcome outcome;
  private final Path folder;
  private final ReportFile file;
  private final long mostMillis;

  /** Guarded by this object. */
  private boolean happened;

  RunningReport(
      AgentOptions options, Outcome outcome, Path folder, ReportFile file, long mostMillis) {
    this.options = options;
    this.outcome = outcome;
    this.folder = folder;
    this.file = file;
    this.mostMillis = mostMillis;
  }

  /**
   * Begins to write the one into this folder. Nothing is done there on this thread: a folder may be
   * on a machine that does not answer.
   */
  public static RunningReport begin(AgentOptions options, Outcome outcome, Path folder) {
    ReportFile file = new ReportFile(folder, System.currentTimeMillis());
    RunningReport report = new RunningReport(options, outcome, folder, file, MOST_MILLIS);
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

    /** One that takes longer than was waited for it; null if there is none. */
    private Save late;

    @Override
    protected Void work() {
      for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
        try {
          awaitIncident(pause);
          if (takeHappened()) {
            Thread.sleep(INCIDENT_MILLIS);
          }
          saveUnlessLate();
        } catch (Throwable t) {
          // Somebody interrupts all threads, or memory is short: it is tried again.
        }
      }
    }

    /** One thread may hang, but not one after the other. */
    private void saveUnlessLate() {
      if (late == null || late.hasEnded) {
        Save save = new Save(false);
        late = save(save) == Job.End.LATE ? save : null;
      }
    }
  }

  /** Writes what is known now. */
  private final class Save extends Job<Void> {

    private final boolean ended;

    /** Null until it is there. */
    private volatile Path written;

    private volatile boolean hasEnded;

    Save(boolean ended) {
      this.ended = ended;
    }

    @Override
    protected Void work() throws IOException {
      try {
        String json =
            TallyReport.json(
                options, ended, outcome.snapshot(), outcome.incidents().list(), outcome.threads());
        written = file.write(json, ended);
        file.deleteOld();
        return null;
      } finally {
        hasEnded = true;
      }
    }
  }

  /** Writes it now, if that can be done soon. */
  @Override
  public void run() {
    save(new Save(false));
  }

  /**
   * Writes it for the last time, if that can be done soon.
   *
   * @return what to say of it
   */
  String writeLast() {
    Save save = new Save(true);
    save(save);
    return "; report: " + (save.written == null ? "not written" : save.written);
  }

  private Job.End save(Save save) {
    Job.End end = OwnThreads.run(save, mostMillis);
    if (save.written == null) {
      outcome.warn("cannot write to report=" + folder + why(end, save));
    }
    return end;
  }

  /**
   * Why a report was not written, in the same words for the same reason: each warning is logged
   * once.
   */
  private String why(Job.End end, Save save) {
    return switch (end) {
      case FAILED -> ": " + ReportFile.why(save.thrown());
      case NEVER_BEGUN -> ": all threads of the agent are busy";
      case LATE, DONE -> ", which did not answer for " + mostMillis / 1000 + " s";
    };
  }
}
