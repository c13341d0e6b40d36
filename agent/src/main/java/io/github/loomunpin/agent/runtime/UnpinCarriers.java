// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Adds carriers while all of them stand still and virtual threads wait for one, or while all of
 * them are busy and virtual threads wait that have one of our locks or were given it.
 *
 * <p>A virtual thread that blocks while it holds a native monitor keeps its carrier; with one of
 * our locks it gives it up. If threads that are pinned, by monitors of the JDK say, then fill the
 * carriers and wait for it, it would never get one back: a deadlock that the program did not have.
 * (Programs that use {@code java.util.concurrent.locks} have it.) The same happens if threads that
 * compute for long, or spin until it has done something, fill the carriers.
 *
 * <p>There are never more carriers than {@code jdk.virtualThreadScheduler.maxPoolSize}, 256 unless
 * set. Added carriers are given back when they have not been needed for a while.
 */
final class UnpinCarriers {

  /**
   * The time between the two looks that must both find that nothing moved, and between additions.
   */
  private static final long CONFIRM_MILLIS = 5;

  /**
   * How long nothing may move while only some carriers are known to be blocked. The others may be
   * busy, but waiting for a class initialiser looks the same.
   */
  private static final long PATIENCE_MILLIS = 500;

  private static final long KEEP_NANOS = 10_000_000_000L;
  private static final int DEFAULT_MAX_CARRIERS = 256;

  /** The JDK's scheduler, once there are virtual threads. */
  private ForkJoinPool pool;

  /** Makes the pool look at its parallelism; setting it does not, and submitting not always. */
  private Method signalWork;

  /** The parallelism that was asked for, and the one set in its place; equal if none was. */
  private int asked;

  private int raised;
  private long lastNeeded;

  private UnpinStarvation starvation;

  /** What was seen at the last look, and how many carriers were added then for starved threads. */
  private boolean hadWork;

  private long stealsThen;
  private int starved;

  /**
   * Adds carriers until something moves, if nothing does.
   *
   * @throws ReflectiveOperationException if this JDK schedules virtual threads in another way
   * @throws ClassCastException likewise
   */
  void look() throws InterruptedException, ReflectiveOperationException {
    if (pool == null && !findPool()) {
      return;
    }
    int more = 1;
    while (isStuck()) {
      add(more);
      more *= 2;
    }
    if (tookNothing() && starvation.exists()) {
      starved = Math.max(1, 2 * starved);
      add(starved);
    } else {
      starved = 0;
    }
    if (raised != asked && System.nanoTime() - lastNeeded > KEEP_NANOS) {
      if (pool.getParallelism() == raised) {
        pool.setParallelism(asked);
      }
      raised = asked;
    }
  }

  /** Whether the JDK has not set virtual threads up yet, for which it reads properties. */
  static boolean hasNoVirtualThreads() throws ClassNotFoundException {
    return Unsafe.getUnsafe()
        .shouldBeInitialized(Class.forName("java.lang.VirtualThread", false, null));
  }

  /** False while there are no virtual threads. */
  private boolean findPool() throws ReflectiveOperationException {
    if (hasNoVirtualThreads()) {
      return false;
    }
    Class<?> virtualThread = Class.forName("java.lang.VirtualThread", false, null);
    Field scheduler = virtualThread.getDeclaredField("DEFAULT_SCHEDULER");
    scheduler.setAccessible(true);
    signalWork = ForkJoinPool.class.getDeclaredMethod("signalWork");
    signalWork.setAccessible(true);
    starvation = new UnpinStarvation();
    pool = (ForkJoinPool) scheduler.get(null);
    return true;
  }

  /** Whether there was work at the last look already, and no carrier has taken any since. */
  private boolean tookNothing() {
    long steals = pool.getStealCount();
    boolean work = hasWork();
    boolean nothing = work && hadWork && steals == stealsThen;
    hadWork = work;
    stealsThen = steals;
    return nothing;
  }

  private boolean isStuck() throws InterruptedException {
    long steals = pool.getStealCount();
    for (long waited = 0; hasWork() && pool.getStealCount() == steals; waited += CONFIRM_MILLIS) {
      int blocked = 0;
      int all = 0;
      for (Thread t : UnpinPlatformThreads.all()) {
        if (isOfPool(t)) {
          all++;
          blocked += t.getState() != Thread.State.RUNNABLE && runsVirtualThread(t) ? 1 : 0;
        }
      }
      if (blocked == 0 || all < pool.getParallelism()) {
        return false;
      }
      if (waited >= (blocked == all ? CONFIRM_MILLIS : PATIENCE_MILLIS)) {
        return true;
      }
      Thread.sleep(CONFIRM_MILLIS);
    }
    return false;
  }

  private boolean hasWork() {
    return pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
  }

  /** Asks threads of the JDK's classes only; others may override what they are asked. */
  private boolean isOfPool(Thread t) {
    return t instanceof ForkJoinWorkerThread w
        && w.getClass().getClassLoader() == null
        && w.getPool() == pool;
  }

  /** False for a carrier that is idle, or just being woken. */
  private static boolean runsVirtualThread(Thread carrier) {
    for (StackTraceElement frame : carrier.getStackTrace()) {
      if (frame.getMethodName().equals("runContinuation")) {
        return true;
      }
    }
    return false;
  }

  private void add(int more) throws ReflectiveOperationException {
    int parallelism = pool.getParallelism();
    if (parallelism != raised) {
      asked = parallelism;
    }
    int most = Integer.getInteger("jdk.virtualThreadScheduler.maxPoolSize", DEFAULT_MAX_CARRIERS);
    int now = Math.min(parallelism + more, most);
    if (now <= parallelism) {
      return;
    }
    pool.setParallelism(now);
    raised = now;
    lastNeeded = System.nanoTime();
    signalWork.invoke(pool);
    UnpinAgentLink.agent().addedCarriers(now - parallelism);
  }
}
