// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/** Very many objects locked at once, and nothing kept of them afterwards. */
final class Holds {

  private Holds() {}

  public static void main(String[] args) throws Throwable {
    int count = Integer.parseInt(args[0]);
    Stress.part("by one thread", () -> byOneThread(count));
    Stress.part("by as many threads", () -> byManyThreads(count / 50));
    Stress.part("collected", Holds::collected);
  }

  private static void byOneThread(int count) {
    Object[] objects = new Object[count];
    for (int i = 0; i < count; i++) {
      objects[i] = new Object();
      UnpinMonitors.enter(objects[i]);
    }
    Stress.checkLocked(count);
    for (int i = 0; i < count; i += 97) {
      check(UnpinMonitors.holdsLock(objects[i]), "not held");
    }
    for (int i = count; --i >= 0; ) {
      UnpinMonitors.exit(objects[i]);
    }
  }

  private static void byManyThreads(int count) throws InterruptedException {
    ThreadFactory virtual = Thread.ofVirtual().factory();
    CountDownLatch inside = new CountDownLatch(count);
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bodies.add(
          () -> {
            Object o = new Object();
            UnpinMonitors.enter(o);
            inside.countDown();
            inside.await();
            check(UnpinMonitors.holdsLock(o), "not held");
            UnpinMonitors.exit(o);
          });
    }
    Stress.together(virtual, bodies);
  }

  /** After use, contended or not, the table keeps neither the object nor its class loader alive. */
  private static void collected() throws InterruptedException {
    List<WeakReference<Object>> used = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      used.add(use());
    }
    for (int n = 0; used.stream().anyMatch(r -> r.get() != null); n++) {
      check(n < 10_000, "an object is kept");
      System.gc();
      Thread.sleep(10);
    }
  }

  private static WeakReference<Object> use() throws InterruptedException {
    Object[] two = Stress.colliding(2);
    Object o = two[0];
    UnpinMonitors.enter(two[1]);
    UnpinMonitors.enter(o);
    Thread other =
        Thread.ofVirtual()
            .start(
                () -> {
                  UnpinMonitors.enter(o);
                  try {
                    UnpinMonitors.await(o, 1);
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  UnpinMonitors.exit(o);
                });
    Thread.yield();
    UnpinMonitors.exit(o);
    UnpinMonitors.exit(two[1]);
    other.join();
    return new WeakReference<>(o);
  }
}
