// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Threads that can be replaced, wherever they are daemons. Each method makes one for a task, and
 * may start it.
 */
public final class MakesThreads {

  private static Thread kept;

  private Thread own;

  private MakesThreads() {}

  public static Thread setUpAndReturned(Runnable task) {
    Thread thread = new Thread(task, "returned");
    thread.setDaemon(true);
    return thread;
  }

  public static Thread returnedAtOnce(Runnable task) {
    return new Thread(task, "at once");
  }

  public static Thread withHandler(Runnable task) {
    Thread thread = new Thread(null, task);
    thread.setName("with handler");
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.setUncaughtExceptionHandler((t, e) -> t.setName(t.getName() + ": " + e.getMessage()));
    return thread;
  }

  public static Thread asFactoriesDo(Runnable task) {
    Thread thread = new Thread(Thread.currentThread().getThreadGroup(), task, "factory");
    if (!thread.isDaemon()) {
      thread.setDaemon(true);
    }
    if (thread.getPriority() != Thread.NORM_PRIORITY) {
      thread.setPriority(Thread.NORM_PRIORITY);
    }
    return thread;
  }

  public static Thread byLambda(Runnable task) {
    ThreadFactory factory =
        r -> {
          Thread thread = new Thread(r);
          thread.setName("lambda");
          thread.setDaemon(true);
          return thread;
        };
    return factory.newThread(task);
  }

  public static Thread started(Runnable task) {
    Thread thread = new Thread(task, "started");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  public static Thread startedInTry(Runnable task) {
    Thread thread = null;
    try {
      Thread made = new Thread(task, "in try");
      made.setDaemon(true);
      made.start();
      return made;
    } catch (IllegalStateException e) {
      String nothing = e.getMessage();
      return nothing == null ? thread : null;
    }
  }

  public static Thread startedAndJoined(Runnable task) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(i == 2 ? task : () -> {}, "of several");
      thread.setDaemon(true);
      thread.start();
      all.add(thread);
      if (i < 2) {
        thread.join();
      }
    }
    return all.get(2);
  }

  public static Thread keptInField(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.setName("static field");
    kept = thread;
    kept.start();
    return kept;
  }

  public static Thread keptInObject(Runnable task) {
    return new MakesThreads().keep(task);
  }

  private Thread keep(Runnable task) {
    own = new Thread(task, "object");
    own.start();
    return own;
  }

  public static Thread returnedTwice(Runnable task) {
    Thread thread = new Thread(task, "twice");
    thread.setDaemon(true);
    if (Thread.currentThread().getName().isEmpty()) {
      return thread;
    }
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  public static Thread startedTwice(Runnable task) {
    Thread thread = new Thread(task, "again");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.start();
      thread.setName("was started twice");
    } catch (IllegalThreadStateException e) {
      thread.setName("refused");
    }
    return thread;
  }

  public static Thread ofTakenSubclass(Runnable task) {
    Special thread = new Special(task);
    thread.setDaemon(true);
    return thread;
  }

  /** Nobody needs it as such. */
  public static final class Special extends Thread {

    public Special(Runnable task) {
      super(task, "special");
    }
  }
}
