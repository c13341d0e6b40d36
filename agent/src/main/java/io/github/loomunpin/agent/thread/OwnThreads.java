// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.thread;

import io.github.loomunpin.agent.thread.Job.End;

/**
 * Runs jobs on daemon threads of the agent's own. They belong to the root thread group, have no
 * context class loader, and inherit nothing of the threads that wait for them. One is always idle
 * as long as there are fewer than {@link #MOST}; it starts the next one before it begins a job, so
 * that no thread of the application ever starts a thread, which could run code of its own class.
 */
public final class OwnThreads {

  /** For work that always ends, unless it needs a lock of the thread that waits. */
  public static final long LONG_MILLIS = 10_000;

  /** More would only help other agents that block. */
  static final int MOST = 32;

  /** How many jobs may wait for each other in a row before the next one is not begun any more. */
  static final int DEEPEST = 4;

  private static final long IDLE_MILLIS = 10_000;

  /** Address space rather than memory, of which a thread takes what it touches. */
  private static final long STACK_BYTES = 4 << 20;

  /** Guards all that follows. */
  private static final Object QUEUE = new Object();

  private static Job<?> first;
  private static Job<?> last;
  private static int threads;
  private static int idle;

  /** Whether no more jobs are expected, so that no thread waits for one. */
  private static boolean ends;

  /** Whether virtual threads have all they need to wait. */
  private static volatile boolean virtualMayWait;

  private OwnThreads() {}

  /** Starts the first thread. Called when the agent starts, before there are others. */
  public static void begin() {
    synchronized (QUEUE) {
      // After an end no thread takes the place of one that is still busy.
      boolean enough = threads > 0 && !(ends && idle == 0);
      ends = false;
      if (enough) {
        return;
      }
      threads++;
    }
    start();
  }

  /** Ends the threads, each when it has nothing to do; the next job begins anew. */
  public static void end() {
    synchronized (QUEUE) {
      ends = true;
      QUEUE.notifyAll();
    }
  }

  /** Whether the current thread is one of these. */
  public static boolean isCurrent() {
    return Thread.currentThread() instanceof Worker;
  }

  /** Runs a job, for whose end this thread waits so many milliseconds at most. */
  public static End run(Job<?> job, long millis) {
    begin();
    if (Thread.currentThread().isVirtual() && !virtualMayWait) {
      job.prepares = true;
    }
    job.depth = Thread.currentThread() instanceof Worker w ? w.depth + 1 : 1;
    if (job.depth > DEEPEST || !add(job)) {
      return End.NEVER_BEGUN;
    }
    if (job.prepares) {
      awaitPreparation(millis);
    }
    return job.await(millis);
  }

  /**
   * Runs a job that this thread has too little stack for, and returns its result.
   *
   * @throws StackOverflowError if it was not done in time, or there was no thread for it
   * @throws Throwable what the job has thrown
   */
  public static <T> T resultOf(Job<T> job) throws Throwable {
    End end = run(job, LONG_MILLIS);
    if (end == End.FAILED) {
      throw job.thrown();
    }
    if (end != End.DONE) {
      throw new StackOverflowError("loom-unpin found no stack to use");
    }
    return job.result();
  }

  /**
   * What comes of a job that runs here, or on a thread of the agent's own where that is asked for.
   *
   * @throws Throwable what the job throws
   */
  public static <T> T resultOf(Job<T> job, boolean elsewhere) throws Throwable {
    return elsewhere ? resultOf(job) : job.work();
  }

  /** Runs a job for whose end nobody waits; false if all threads are busy, and it will not run. */
  public static boolean later(Job<?> job) {
    begin();
    return add(job);
  }

  /** False if no thread is free. */
  private static boolean add(Job<?> job) {
    synchronized (QUEUE) {
      if (threads >= MOST && idle == 0) {
        return false;
      }
      if (last == null) {
        first = job;
      } else {
        last.next = job;
      }
      last = job;
      QUEUE.notify();
      return true;
    }
  }

  /** Once for each JVM, for the few milliseconds that it takes. */
  private static void awaitPreparation(long millis) {
    long start = System.nanoTime();
    while (!virtualMayWait && System.nanoTime() - start < millis * 1_000_000) {
      Thread.onSpinWait();
    }
  }

  /**
   * Lets the JDK initialize what it needs when a virtual thread waits for a monitor. Were that done
   * by a virtual thread with little stack, it would fail for ever, for the application as well.
   */
  static void prepareVirtual() {
    try {
      Class.forName("jdk.internal.misc.Blocker$ForkJoinPools", true, null);
    } catch (ClassNotFoundException e) {
      // Another JDK waits in another way.
    }
    virtualMayWait = true;
  }

  private static void start() {
    try {
      new Worker().start();
    } catch (Throwable t) {
      // Without memory for a thread there are fewer of them; jobs that find none are not begun.
      synchronized (QUEUE) {
        threads--;
      }
    }
  }

  /** The group that all threads of the agent's belong to. */
  public static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static final class Worker extends Thread {

    /** The depth of the job that runs here. This thread alone uses this field and the next. */
    private int depth;

    private boolean used;

    Worker() {
      super(rootGroup(), null, "loom-unpin worker", STACK_BYTES, false);
      setDaemon(true);
      setContextClassLoader(null);
    }

    @Override
    public void run() {
      while (runNext()) {
        // Nothing of the job is kept here: it may be all that keeps a class loader alive.
        used = true;
      }
    }

    /** False if there are enough threads without this one. */
    private boolean runNext() {
      Job<?> job = next();
      if (job == null) {
        return false;
      }
      depth = job.depth;
      if (job.prepares) {
        prepareVirtual();
      }
      job.perform();
      // What the application's code has left behind must not reach the next job.
      interrupted();
      setContextClassLoader(null);
      return true;
    }

    private Job<?> next() {
      Job<?> job;
      boolean another;
      synchronized (QUEUE) {
        idle++;
        boolean enough = ends;
        while (first == null && !enough) {
          boolean waited = waitForJob();
          enough = ends || !waited && first == null && (idle > 1 || used);
        }
        idle--;
        job = first;
        if (job == null) {
          threads--;
        } else {
          first = job.next;
          last = first == null ? null : last;
        }
        another = idle == 0 && threads < MOST && !ends;
        if (another) {
          threads++;
        }
      }
      if (another) {
        OwnThreads.start();
      }
      return job;
    }

    /**
     * False after a time in which nothing was to be done. A thread that has run jobs ends then,
     * since they may have left thread-local values that keep class loaders alive.
     */
    private static boolean waitForJob() {
      long start = System.nanoTime();
      try {
        QUEUE.wait(IDLE_MILLIS);
      } catch (InterruptedException e) {
        return true;
      }
      return System.nanoTime() - start < IDLE_MILLIS * 1_000_000;
    }
  }
}
