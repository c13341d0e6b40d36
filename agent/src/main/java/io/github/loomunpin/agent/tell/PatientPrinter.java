// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Prints lines on a thread of the agent's own, for which no thread waits for ever: if nobody reads
 * standard error, a thread that writes there blocks, and keeps the stream's lock meanwhile. An
 * application that writes nothing there must go on all the same, and the JVM must end. Safe for any
 * thread.
 */
final class PatientPrinter {

  /** How many lines are kept for a reader that may never come. */
  static final int MOST = 200;

  private static final long MOST_MILLIS = 2_000;

  private final PrintStream out;
  private final long mostMillis;

  /** What was to be printed while a line was stuck; guarded by this object. */
  private final Deque<String> missed = new ArrayDeque<>();

  /** The first line that nobody waits for any more, or null; guarded by this object. */
  private Printing stuck;

  PatientPrinter(PrintStream out) {
    this(out, MOST_MILLIS);
  }

  /**
   * @param mostMillis how long to wait for a line to be printed
   */
  PatientPrinter(PrintStream out, long mostMillis) {
    this.out = out;
    this.mostMillis = mostMillis;
  }

  /** Returns when the line is printed, or when that takes too long; it may be printed later. */
  void println(String line) {
    if (isKept(line)) {
      return;
    }
    Job.End end = Job.End.NEVER_BEGUN;
    Printing printing = null;
    try {
      printing = new Printing(line);
      end = OwnThreads.run(printing, mostMillis);
    } catch (LinkageError e) {
      // Somebody has overwritten the agent's jar, of which this line may tell.
    }
    if (end == Job.End.NEVER_BEGUN) {
      out.println(line);
    } else if (end == Job.End.LATE) {
      setStuck(printing);
    }
  }

  /** True if a line is stuck already: one thread may hang, but not one after the other. */
  private synchronized boolean isKept(String line) {
    if (stuck == null) {
      return false;
    }
    if (missed.size() < MOST) {
      missed.add(line);
    }
    return true;
  }

  private synchronized void setStuck(Printing printing) {
    if (stuck == null && !printing.hasEnded) {
      stuck = printing;
    }
  }

  private final class Printing extends Job<Void> {

    private final String line;

    /** Guarded by the printer. */
    private boolean hasEnded;

    Printing(String line) {
      this.line = line;
    }

    @Override
    protected Void work() {
      for (String next = line; next != null; next = afterThis()) {
        try {
          out.println(next);
        } catch (RuntimeException e) {
          // The stream may be the application's, which goes on without the line.
        }
      }
      return null;
    }

    /** The next line to be printed here; null if there is none. */
    private String afterThis() {
      synchronized (PatientPrinter.this) {
        String next = stuck == this ? missed.poll() : null;
        if (next == null) {
          hasEnded = true;
          stuck = stuck == this ? null : stuck;
        }
        return next;
      }
    }
  }
}
