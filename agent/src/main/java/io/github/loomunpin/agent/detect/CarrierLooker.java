// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Supplier;

/**
 * Which virtual thread each carrier has, if as many as may run at a time have one and nobody takes
 * one of those that wait for a carrier; empty if not. Carriers that were added for a while stay,
 * and do nothing. Never stops a thread, takes no lock, and initializes no class of the scheduler,
 * which reads the application's properties then. Is defined in a loader of its own, see {@link
 * io.github.loomunpin.agent.install.JdkAccess}. For one thread.
 */
public final class CarrierLooker implements Supplier<Map<Thread, Thread>> {

  private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

  /** Others may run continuations of their own, within virtual threads or without. */
  private static final String ITS_CONTINUATION = VIRTUAL_THREAD + "$";

  private final Method allThreads;
  private final Field continuation;
  private final Field target;
  private final Field parent;
  private final Object unsafe;
  private final Method shouldBeInitialized;

  /** The JDK's scheduler, once there are virtual threads. */
  private ForkJoinPool pool;

  /** Where the code of a continuation keeps the virtual thread that it is of. */
  private Field virtual;

  private long stealsThen;

  /**
   * @throws ReflectiveOperationException if this JDK runs virtual threads in another way
   */
  public CarrierLooker() throws ReflectiveOperationException {
    allThreads = Thread.class.getDeclaredMethod("getAllThreads");
    continuation = Thread.class.getDeclaredField("cont");
    Class<?> running = Class.forName("jdk.internal.vm.Continuation", false, null);
    target = running.getDeclaredField("target");
    parent = running.getDeclaredField("parent");
    allThreads.setAccessible(true);
    continuation.setAccessible(true);
    target.setAccessible(true);
    parent.setAccessible(true);
    Class<?> type = Class.forName("jdk.internal.misc.Unsafe", false, null);
    unsafe = type.getMethod("getUnsafe").invoke(null);
    shouldBeInitialized = type.getMethod("shouldBeInitialized", Class.class);
  }

  @Override
  public Map<Thread, Thread> get() {
    try {
      return pool == null && !findPool() || !isAwaited() ? Map.of() : look();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether there are threads that wait for a carrier, and none of the others was taken. */
  private boolean isAwaited() {
    long steals = pool.getStealCount();
    boolean same = steals == stealsThen;
    stealsThen = steals;
    return same && (pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0);
  }

  private Map<Thread, Thread> look() throws ReflectiveOperationException {
    Map<Thread, Thread> carried = new HashMap<>();
    for (Thread each : (Thread[]) allThreads.invoke(null)) {
      if (isCarrier(each)) {
        Thread mounted = mounted(each);
        if (mounted != null) {
          carried.put(each, mounted);
        } else if (!isIdle(each)) {
          return Map.of();
        }
      }
    }
    return carried.size() < pool.getParallelism() ? Map.of() : carried;
  }

  private static boolean isIdle(Thread carrier) {
    Thread.State state = carrier.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  /** Asks threads of the JDK's classes only; others may override what they are asked. */
  private boolean isCarrier(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getClass().getClassLoader() == null
        && worker.getPool() == pool;
  }

  /** Null if the carrier has none. */
  private Thread mounted(Thread carrier) throws ReflectiveOperationException {
    Object running = continuation.get(carrier);
    while (running != null && !running.getClass().getName().startsWith(ITS_CONTINUATION)) {
      running = parent.get(running);
    }
    Object code = running == null ? null : target.get(running);
    if (code == null) {
      return null;
    }
    if (virtual == null || virtual.getDeclaringClass() != code.getClass()) {
      virtual = fieldOfThread(code.getClass());
    }
    return (Thread) virtual.get(code);
  }

  private static Field fieldOfThread(Class<?> type) throws ReflectiveOperationException {
    for (Field field : type.getDeclaredFields()) {
      if (Thread.class.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        return field;
      }
    }
    throw new NoSuchFieldException("the virtual thread in " + type.getName());
  }

  /** False while there are no virtual threads. */
  private boolean findPool() throws ReflectiveOperationException {
    Class<?> type = Class.forName(VIRTUAL_THREAD, false, null);
    if ((boolean) shouldBeInitialized.invoke(unsafe, type)) {
      return false;
    }
    Field scheduler = type.getDeclaredField("DEFAULT_SCHEDULER");
    scheduler.setAccessible(true);
    pool = (ForkJoinPool) scheduler.get(null);
    return true;
  }
}
