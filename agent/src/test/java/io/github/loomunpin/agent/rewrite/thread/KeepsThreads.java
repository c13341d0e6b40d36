// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.thread;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Threads that must stay what they are, one a method. Its methods are not run. */
public final class KeepsThreads {

  private Thread own;

  private KeepsThreads() {}

  static void shutdownHook(Runnable task) {
    Thread hook = new Thread(task);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static Thread withStackSize(Runnable task) {
    return new Thread(null, task, "large", 1 << 24);
  }

  static Thread subclass(Runnable task) {
    Thread thread = new Renamed(task);
    thread.setDaemon(true);
    return thread;
  }

  static Timer timer() {
    return new Timer("timer", true);
  }

  static ThreadFactory reference() {
    return Thread::new;
  }

  static ExecutorService executor() {
    return Executors.newSingleThreadExecutor();
  }

  static ExecutorService executorWithFactory(ThreadFactory factory) {
    return Executors.newSingleThreadExecutor(factory);
  }

  static Thread oneOfTwo(Runnable task, boolean named) {
    Thread thread = named ? new Thread(task, "named") : new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  static void handedOnTooEarly(Runnable task, List<Thread> all) {
    Thread thread = new Thread(task);
    all.add(thread);
    thread.setDaemon(true);
    thread.start();
  }

  static void waitedFor(Runnable task) throws InterruptedException {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    synchronized (thread) {
      while (thread.isAlive()) {
        thread.wait();
      }
    }
  }

  static void priorityWhileRunning(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void setUpInField(Runnable task) {
    own = new Thread(task);
    own.setDaemon(true);
    own.start();
  }

  static long identified(Runnable task) {
    Thread thread = new Thread(task);
    long id = thread.threadId();
    thread.setDaemon(true);
    thread.start();
    return id;
  }

  private static final class Renamed extends Thread {

    Renamed(Runnable task) {
      super(task);
    }

    @Override
    public void run() {
      setName("renamed");
      super.run();
    }
  }
}
