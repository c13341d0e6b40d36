// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.tell.Log.Weight;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lines on their way to a logger. They are kept until the application has set its logging up: the
 * JDK reads its configuration once, and who asks for a logger first decides what that is. Loggers
 * run code of the application, so a thread of the agent's own writes the lines, never one that is
 * loading a class.
 */
final class LoggerLines {

  /** How many lines are kept; a logger may never come. */
  static final int MOST = 200;

  private static final long LAST_MILLIS = 2_000;

  /**
   * @param told whether it is on standard error already
   */
  private record Line(Weight weight, String message, boolean told) {}

  private final LoggerBridge bridge;

  /** Prints to standard error. */
  private final PatientPrinter err;

  /** All below is guarded by this object. */
  private final Deque<Line> kept = new ArrayDeque<>();

  private int dropped;
  private boolean begun;
  private boolean writing;
  private boolean ending;
  private boolean ended;

  LoggerLines(LoggerBridge bridge, PatientPrinter err) {
    this.bridge = bridge;
    this.err = err;
  }

  String awaited() {
    return bridge.awaited();
  }

  /**
   * A problem is told on standard error as well: a logger may have to wait for what this thread
   * holds, and the JVM may be about to stop. So is what is said when the JVM ends, which closes its
   * loggers at the same time.
   */
  void add(Weight weight, String message) {
    boolean soon;
    boolean told;
    synchronized (this) {
      soon = begun;
      told = ending || weight == Weight.PROBLEM;
      if (kept.size() < MOST) {
        kept.add(new Line(weight, message, told));
      } else {
        dropped++;
      }
    }
    if (told) {
      err.println(Log.PREFIX + message);
    }
    if (soon) {
      OwnThreads.later(new Writing());
    }
  }

  void begin() {
    synchronized (this) {
      begun = true;
    }
    OwnThreads.later(new Writing());
  }

  /** Null if another thread writes, or there is nothing to write. */
  private synchronized Line next(boolean first) {
    if (first && writing || ended) {
      return null;
    }
    Line line = poll();
    writing = line != null;
    if (!writing) {
      notifyAll();
    }
    return line;
  }

  /** Writes what is there, unless another does; that one goes on until there is nothing. */
  private final class Writing extends Job<Void> {
    @Override
    protected Void work() {
      Line line = next(true);
      try {
        for (; line != null; line = next(false)) {
          write(line);
        }
      } finally {
        if (line != null) {
          stopWriting();
        }
      }
      return null;
    }
  }

  /** After an error, or nobody could write again. */
  private synchronized void stopWriting() {
    writing = false;
    notifyAll();
  }

  private void write(Line line) {
    try {
      bridge.write(line.weight(), line.message());
    } catch (Throwable e) {
      // The application's logging is not the agent's business, but the line is.
      tellHere(line);
      return;
    }
    if (isJvmEnding()) {
      // The logger may have been closed before it was asked, and does not say so.
      tellHere(line);
    }
  }

  /** Whether shutdown hooks may run by now; one of the JDK's closes its loggers. */
  private static boolean isJvmEnding() {
    try {
      // No hook is removed, since this thread is not one; the JDK only refuses to try while it
      // ends.
      Runtime.getRuntime().removeShutdownHook(Thread.currentThread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    } catch (SecurityException e) {
      return false;
    }
  }

  private void tellHere(Line line) {
    if (!line.told()) {
      err.println(Log.PREFIX + line.message());
    }
  }

  /** Says that the JVM begins to end. Logging that was not set up yet is not set up any more. */
  void beginEnd() {
    boolean toLogger;
    synchronized (this) {
      toLogger = begun;
      ending = true;
    }
    for (Line line = toLogger ? null : rest(); line != null; line = rest()) {
      tellHere(line);
    }
  }

  /** Has everything written that is not yet. */
  void end() {
    beginEnd();
    OwnThreads.later(new Writing());
    awaitWritten();
    for (Line line = rest(); line != null; line = rest()) {
      tellHere(line);
    }
  }

  private synchronized void awaitWritten() {
    long last = System.nanoTime() + LAST_MILLIS * 1_000_000;
    try {
      for (long left = LAST_MILLIS; left > 0 && (writing || !kept.isEmpty()); ) {
        wait(left);
        left = (last - System.nanoTime() + 999_999) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Line rest() {
    ended = true;
    return poll();
  }

  /** The next line, or after the last one how many there were besides. */
  private Line poll() {
    Line line = kept.poll();
    if (line == null && dropped > 0) {
      line = new Line(Weight.USUAL, dropped + " more lines were not kept", false);
      dropped = 0;
    }
    return line;
  }
}
