// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Finds virtual threads that would have a carrier if monitors pinned: those that hold one of our
 * locks, or were woken while they waited for one, and now wait to be run. For the watching thread
 * only.
 */
final class UnpinStarvation {

  /** Threads in locks that are looked at; more of them are hardly all starved. */
  private static final int MOST = 1 << 12;

  /** At most a fiftieth of the time is spent on looking, however many threads there are. */
  private static final int REST = 50;

  private final long[] inLocks = new long[MOST];
  private final Class<?> virtualThread;
  private final Field carrier;
  private final Object root;
  private final Method threads;
  private final Method children;
  private long notBefore = System.nanoTime();
  private int count;

  /**
   * @throws ReflectiveOperationException if this JDK keeps virtual threads in another way
   */
  UnpinStarvation() throws ReflectiveOperationException {
    virtualThread = Class.forName("java.lang.VirtualThread", false, null);
    carrier = virtualThread.getDeclaredField("carrierThread");
    carrier.setAccessible(true);
    Class<?> container = Class.forName("jdk.internal.vm.ThreadContainer");
    threads = container.getMethod("threads");
    children = container.getMethod("children");
    root = Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root").invoke(null);
  }

  /**
   * Whether there is such a thread; false if the last look was too expensive to be repeated yet.
   */
  boolean exists() throws ReflectiveOperationException {
    long from = System.nanoTime();
    if (from - notBefore < 0) {
      return false;
    }
    count = 0;
    for (UnpinBucket b : UnpinLockTable.BUCKETS) {
      if (b.state != null) {
        b.lock();
        count = b.collectThreads(inLocks, count);
        b.unlock();
      }
    }
    Arrays.sort(inLocks, 0, count);
    boolean found = count > 0 && existsIn(root);
    long now = System.nanoTime();
    notBefore = now + REST * (now - from);
    return found;
  }

  private boolean existsIn(Object container) throws ReflectiveOperationException {
    for (Object t : ((Stream<?>) threads.invoke(container)).toArray()) {
      if (isStarved((Thread) t)) {
        return true;
      }
    }
    for (Object child : ((Stream<?>) children.invoke(container)).toArray()) {
      if (existsIn(child)) {
        return true;
      }
    }
    return false;
  }

  private boolean isStarved(Thread t) throws ReflectiveOperationException {
    return t.getClass() == virtualThread
        && t.getState() == Thread.State.RUNNABLE
        && carrier.get(t) == null
        && Arrays.binarySearch(inLocks, 0, count, t.threadId()) >= 0;
  }
}
