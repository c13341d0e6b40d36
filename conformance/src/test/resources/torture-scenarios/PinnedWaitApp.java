// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.reflect.Field;
import java.util.Hashtable;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads wait to be notified, and for a platform thread to end, while a lock of the JDK
 * pins them; the scheduler has another carrier meanwhile, and only then.
 */
public final class PinnedWaitApp {
  private static final Object READY = new Object();
  private static boolean ready;

  private PinnedWaitApp() {}

  public static void main(String[] args) throws Exception {
    // On 21.0.2 a pinned thread cannot find out; JDK 24 has another scheduler, and does not pin.
    if (Runtime.version().feature() == 21 && Runtime.version().update() >= 4) {
      replacedUntil(pinned(PinnedWaitApp::await), PinnedWaitApp::notifyWaiting);
      CountDownLatch over = new CountDownLatch(1);
      Thread ending = Thread.ofPlatform().daemon().start(() -> await(over));
      replacedUntil(pinned(() -> join(ending)), over::countDown);
    }
    System.out.println("OUT: replaced");
  }

  private static Thread pinned(Callable<Integer> body) {
    return Thread.startVirtualThread(
        () ->
            new Hashtable<Integer, Integer>()
                .compute(
                    1,
                    (key, value) -> {
                      try {
                        return body.call();
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    }));
  }

  private static void replacedUntil(Thread waiting, Runnable end) throws Exception {
    Field carried = Class.forName("java.lang.VirtualThread").getDeclaredField("carrierThread");
    Field blocking = Class.forName("jdk.internal.misc.CarrierThread").getDeclaredField("blocking");
    carried.setAccessible(true);
    blocking.setAccessible(true);
    Object carrier;
    // Without a limit, since it is a fault if this never ends.
    do {
      Thread.sleep(1);
      carrier = carried.get(waiting);
    } while (carrier == null || !blocking.getBoolean(carrier));
    end.run();
    waiting.join();
    if (blocking.getBoolean(carrier)) {
      throw new IllegalStateException("the carrier is still replaced");
    }
  }

  private static int await() throws InterruptedException {
    synchronized (READY) {
      while (!ready) {
        READY.wait();
      }
    }
    return 1;
  }

  private static void notifyWaiting() {
    synchronized (READY) {
      ready = true;
      READY.notifyAll();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int join(Thread thread) throws InterruptedException {
    thread.join();
    return 1;
  }
}
