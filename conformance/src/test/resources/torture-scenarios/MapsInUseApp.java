package scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An agent and a program. Threads of the agent compute values of a map before, while and after
 * loom-unpin starts, or one of them keeps a value all the time; threads of the program compute the
 * same values.
 */
public class MapsInUseApp {
  private static final int KEYS = 3;
  private static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();

  /** What is only right if one thread at a time computes a value. */
  private static final long[] COUNTS = new long[KEYS];

  private static final AtomicLong EXPECTED = new AtomicLong();
  private static final List<Thread> THREADS = new ArrayList<>();
  private static final CountDownLatch BEGUN = new CountDownLatch(5);
  private static final CountDownLatch RELEASE = new CountDownLatch(1);
  private static volatile boolean ended;
  private static volatile boolean inside;

  public static void premain(String arguments) throws InterruptedException {
    if (arguments.equals("stuck")) {
      start(Thread.ofPlatform().daemon().unstarted(MapsInUseApp::keep));
      while (!inside) {
        Thread.sleep(1);
      }
    } else {
      for (int i = 0; i < 5; i++) {
        start(Thread.ofPlatform().daemon().unstarted(MapsInUseApp::compute));
      }
      BEGUN.await();
    }
  }

  private static void start(Thread thread) {
    THREADS.add(thread);
    thread.start();
  }

  private static void keep() {
    MAP.compute(
        0,
        (k, v) -> {
          long before = COUNTS[0];
          inside = true;
          try {
            RELEASE.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          inside = false;
          COUNTS[0] = before + 1;
          return 1;
        });
    EXPECTED.incrementAndGet();
  }

  private static void compute() {
    for (int n = 0; !ended; n++) {
      int key = n % KEYS;
      int loops = ThreadLocalRandom.current().nextInt(100);
      boolean sleeps = n % 100 == 0;
      MAP.compute(
          key,
          (k, v) -> {
            if (inside) {
              throw new IllegalStateException("another thread is inside");
            }
            long before = COUNTS[key];
            for (int i = 0; i < loops; i++) {
              Thread.onSpinWait();
            }
            if (sleeps) {
              pause();
            }
            COUNTS[key] = before + 1;
            return v == null ? 1 : v + 1;
          });
      EXPECTED.incrementAndGet();
      if (n == 10) {
        BEGUN.countDown();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      start(Thread.ofVirtual().unstarted(MapsInUseApp::compute));
    }
    Thread.sleep(500);
    RELEASE.countDown();
    Thread.sleep(100);
    ended = true;
    for (Thread thread : THREADS) {
      thread.join();
    }
    long sum = MAP.values().stream().mapToLong(Integer::intValue).sum();
    long counted = COUNTS[0] + COUNTS[1] + COUNTS[2];
    boolean exact = sum == EXPECTED.get() && counted == EXPECTED.get();
    System.out.println("OUT: " + (exact ? "exact" : sum + " and " + counted + " of " + EXPECTED));
  }
}
