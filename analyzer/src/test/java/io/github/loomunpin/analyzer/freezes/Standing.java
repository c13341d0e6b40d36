// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.lang.Thread.State;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * What the programs have in common. None waits for a time: each goes on when the JVM says where its
 * threads are, and each thread parks once, where it stays, so that what the JVM says is final.
 */
final class Standing {

  static final String STILL = "stands still";

  /** A wait that nobody outlasts. */
  static final long AN_HOUR = 3_600_000;

  private static final int CARRIERS = 2;

  /** How many threads {@link #still} starts. */
  static final int WORKERS = CARRIERS + 2;

  private static final long LOOK_MILLIS = 10;
  private static final long HANGS_MILLIS = 240_000;
  private static final long LIMIT_MILLIS = 600_000;

  private static final List<Thread> STARTED = new CopyOnWriteArrayList<>();

  private Standing() {}

  interface Task {
    void run(int number) throws Exception;
  }

  interface Work {
    void run() throws Exception;
  }

  /** Starts a thread for each carrier and two more, which get none, and stays. */
  static void still(Task task) throws InterruptedException {
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < CARRIERS; i++) {
      start(
          i,
          number -> {
            // Neither gives its carrier to what the other one starts.
            begun.incrementAndGet();
            while (begun.get() < CARRIERS) {
              Thread.onSpinWait();
            }
            task.run(number);
          });
    }
    await(() -> begun.get() == CARRIERS);
    start(CARRIERS, task);
    start(CARRIERS + 1, task);
    announce();
  }

  static Thread start(int number, Task task) {
    return startNamed("worker-" + number, () -> task.run(number));
  }

  static Thread startNamed(String name, Work work) {
    return started(Thread.ofVirtual().name(name).unstarted(() -> run(work)));
  }

  static Thread startPlatform(String name, Work work) {
    return started(Thread.ofPlatform().name(name).daemon().unstarted(() -> run(work)));
  }

  private static void run(Work work) {
    try {
      work.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread started(Thread thread) {
    STARTED.add(thread);
    thread.start();
    return thread;
  }

  /** A virtual thread of a program's executor. */
  static Thread unstarted(Runnable task) {
    Thread thread = Thread.ofVirtual().unstarted(task);
    STARTED.add(thread);
    return thread;
  }

  /** Waits until each of these blocks or waits, however long the machine takes to get there. */
  static void awaitStanding(Thread... threads) throws InterruptedException {
    await(() -> Arrays.stream(threads).allMatch(Standing::stands));
  }

  /** Waits until a thread is in a method and in nothing that it calls. */
  static void awaitIn(Thread thread, String method) throws InterruptedException {
    await(
        () -> {
          StackTraceElement[] stack = thread.getStackTrace();
          return stack.length > 0 && stack[0].getMethodName().equals(method);
        });
  }

  /** Waits for something that another thread brings about. */
  static void await(BooleanSupplier condition) throws InterruptedException {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      Thread.sleep(LOOK_MILLIS);
      if (System.nanoTime() - begin > HANGS_MILLIS * 1_000_000) {
        throw new IllegalStateException("does not stand still: " + STARTED);
      }
    }
  }

  /**
   * Says that all stand still, once they do, and stays: each thread blocks or waits, or has no
   * carrier since others keep them all.
   *
   * @param running threads that run for ever, or of which the JVM says so
   */
  static void announce(Thread... running) throws InterruptedException {
    List<Thread> run = List.of(running);
    await(
        () -> {
          long kept =
              STARTED.stream()
                  .filter(thread -> thread.isVirtual() && isMounted(thread))
                  .filter(thread -> run.contains(thread) || stands(thread))
                  .count();
          return STARTED.stream()
              .allMatch(
                  thread ->
                      run.contains(thread)
                          || stands(thread)
                          || kept == CARRIERS && !isMounted(thread));
        });
    System.out.println(STILL);
    Thread.sleep(LIMIT_MILLIS);
  }

  private static boolean stands(Thread thread) {
    State state = thread.getState();
    if (state == State.RUNNABLE && !isMounted(thread)) {
      return false;
    }
    StackTraceElement[] stack = thread.getStackTrace();
    if (stack.length == 0 || Arrays.stream(stack).anyMatch(Standing::loads)) {
      return false;
    }
    return switch (state) {
      case BLOCKED -> true;
      // A pinned thread is called waiting a moment before it parks.
      case WAITING, TIMED_WAITING -> !stack[0].getMethodName().equals("parkOnCarrierThread");
      case RUNNABLE -> stack[0].getClassName().equals("sun.nio.ch.Net");
      default -> false;
    };
  }

  /** Threads that load a class at the same time wait for each other. */
  private static boolean loads(StackTraceElement frame) {
    return frame.getClassName().startsWith("jdk.internal.loader.");
  }

  private static boolean isMounted(Thread thread) {
    return !thread.isVirtual() || thread.toString().contains("@");
  }

  /** What another virtual thread computes, which needs a carrier for it. */
  static <T> T elsewhere(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().name("helper").start(task);
    return task.get();
  }
}
