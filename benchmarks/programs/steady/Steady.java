// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Repeats an operation in several threads for some seconds, several times, and prints for the last
 * times how long one took and how much processor time the whole JVM used for it.
 */
final class Steady {

  private static final int TURNS = 3;

  /** Something that is done again and again by one thread, which alone calls this object. */
  interface Operation {
    void run() throws Exception;
  }

  /** Makes what one thread does. */
  interface Maker {
    Operation forThread(int number) throws Exception;
  }

  private Steady() {}

  /**
   * @param args number of threads, {@code platform} or {@code virtual}, seconds to warm up, and
   *     seconds of each of three turns
   */
  static void measure(String[] args, Maker maker) throws Exception {
    int threads = Integer.parseInt(args[0]);
    ThreadFactory kind =
        args[1].equals("virtual") ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory();
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      operations.add(maker.forThread(i));
    }
    turn(operations, kind, Double.parseDouble(args[2]));
    for (int i = 0; i < TURNS; i++) {
      System.out.println(turn(operations, kind, Double.parseDouble(args[3])));
    }
    // Some of the programs leave threads behind.
    System.exit(0);
  }

  /** Nanoseconds, and those of a processor, for each operation. */
  private static String turn(List<Operation> operations, ThreadFactory kind, double seconds)
      throws Exception {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long[] counts = new long[operations.size()];
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    long cpu = system.getProcessCpuTime();
    long from = System.nanoTime();
    long until = from + (long) (seconds * 1e9);
    for (int i = 0; i < counts.length; i++) {
      int number = i;
      threads.add(
          kind.newThread(
              () -> {
                try {
                  counts[number] = repeat(operations.get(number), until);
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    long nanos = System.nanoTime() - from;
    cpu = system.getProcessCpuTime() - cpu;
    if (failure.get() != null) {
      throw new IllegalStateException("an operation failed", failure.get());
    }
    long count = 0;
    for (long one : counts) {
      count += one;
    }
    return (double) nanos / count + "\t" + (double) cpu / count;
  }

  private static long repeat(Operation operation, long until) throws Exception {
    long count = 0;
    do {
      for (int i = 0; i < 16; i++) {
        operation.run();
      }
      count += 16;
    } while (System.nanoTime() - until < 0);
    return count;
  }
}
