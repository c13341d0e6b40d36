// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.thread;

/**
 * Something that a thread of the agent's own does while the thread that wants it waits. Waiting
 * uses the JVM's monitors, which take no permit that {@code LockSupport} has for the waiting
 * thread.
 *
 * @param <T> what comes of it
 */
public abstract class Job<T> {

  /** How a job ended for the thread that waited. */
  public enum End {
    /** There is a result. */
    DONE,
    /** It threw something. */
    FAILED,
    /** It had begun, but took longer than the thread was to wait. Its result is of no use. */
    LATE,
    /** No thread was free, so it was never begun and will not be. */
    NEVER_BEGUN
  }

  private enum State {
    QUEUED,
    RUNNING,
    ENDED,
    CANCELLED
  }

  /** The one after this in the queue; guarded by the queue. */
  Job<?> next;

  /** How many jobs wait for this one, each for the next. */
  int depth;

  /** Whether the thread that runs this has to prepare something first. */
  boolean prepares;

  private State state = State.QUEUED;
  private T result;
  private Throwable thrown;

  /** Called once, on a thread of the agent's own; whatever it throws is kept for who waits. */
  protected abstract T work() throws Throwable;

  /** What came of a job that is {@link End#DONE}. */
  public final synchronized T result() {
    return result;
  }

  /** What was thrown by a job that has {@link End#FAILED}. */
  public final synchronized Throwable thrown() {
    return thrown;
  }

  /** Says that this job need not be done; has no effect on one that has begun. */
  public final void cancel() {
    await(0);
  }

  final void perform() {
    synchronized (this) {
      if (state == State.CANCELLED) {
        return;
      }
      state = State.RUNNING;
    }
    T made = null;
    Throwable problem = null;
    try {
      made = work();
    } catch (Throwable t) {
      // The application's code may throw anything, and the thread goes on to the next job.
      problem = t;
    }
    synchronized (this) {
      result = made;
      thrown = problem;
      state = State.ENDED;
      notifyAll();
    }
  }

  /** Waits for the end, however often the thread is interrupted; it stays interrupted then. */
  final End await(long millis) {
    boolean interrupted = false;
    End end;
    synchronized (this) {
      long last = System.nanoTime() + millis * 1_000_000;
      for (long left = millis; state != State.ENDED && left > 0; ) {
        try {
          wait(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
        left = (last - System.nanoTime() + 999_999) / 1_000_000;
      }
      end = end();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return end;
  }

  private End end() {
    if (state == State.ENDED) {
      return thrown == null ? End.DONE : End.FAILED;
    }
    if (state == State.RUNNING) {
      return End.LATE;
    }
    state = State.CANCELLED;
    return End.NEVER_BEGUN;
  }
}
