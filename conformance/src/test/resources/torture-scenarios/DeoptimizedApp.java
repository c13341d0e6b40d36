// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A method that has much inlined into it is deoptimized inside a lock at the end of a stack: by a
 * branch that was never taken, or while it waits, by a class that is loaded. Argument: the time to
 * wait in the lock, in milliseconds, or 0 for the branch.
 */
public final class DeoptimizedApp {
  private static final int COPIES = 5;
  private static final int STACK = 256 << 10;

  /** What {@code Inlined} does. */
  public interface Probe {
    void warm(Shape shape) throws InterruptedException;

    void run(boolean trap, long millis);

    Object lock();

    boolean isHeld();
  }

  /** Has one implementation, until it has two. */
  public abstract static class Shape {
    public abstract int area();
  }

  /** The first. */
  public static final class One extends Shape {
    @Override
    public int area() {
      return 1;
    }
  }

  /** The second. */
  public static final class Two extends Shape {
    @Override
    public int area() {
      return 2;
    }
  }

  private static final class Loader extends ClassLoader {
    Probe load() throws Exception {
      try (InputStream in = DeoptimizedApp.class.getResourceAsStream("Inlined.class")) {
        byte[] bytes = in.readAllBytes();
        Class<?> c = defineClass("scenario.Inlined", bytes, 0, bytes.length);
        return (Probe) c.getConstructor().newInstance();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    long millis = Long.parseLong(args[0]);
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      Probe probe = new Loader().load();
      probe.warm(new One());
      probes.add(probe);
    }
    Thread.sleep(500); // for the compilers
    int[] ready = new int[1];
    boolean[] held = new boolean[COPIES];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      int n = i;
      Runnable body = () -> held[n] = runAtTheEnd(probes.get(n), millis, ready);
      Thread thread = new Thread(null, body, "deep", STACK);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    while (millis > 0 && isAnyMissing(ready)) {
      Thread.sleep(5);
    }
    Thread.sleep(millis / 4);
    new Two().area();
    int lost = 0;
    for (int i = 0; i < COPIES; i++) {
      threads.get(i).join(120_000);
      lost += held[i] || threads.get(i).isAlive() || !isFree(probes.get(i).lock()) ? 1 : 0;
    }
    System.out.println("OUT: " + lost + " locks are lost");
  }

  private static boolean isAnyMissing(int[] ready) {
    synchronized (ready) {
      return ready[0] < COPIES;
    }
  }

  private static boolean runAtTheEnd(Probe probe, long millis, int[] ready) {
    int depth = 1 << 15;
    while (depth > 0 && !runs(depth, probe, false, millis == 0 ? 0 : 1)) {
      depth -= 64;
    }
    while (runs(depth + 1, probe, false, millis == 0 ? 0 : 1)) {
      depth++;
    }
    synchronized (ready) {
      ready[0]++;
    }
    runs(depth, probe, true, millis);
    return probe.isHeld();
  }

  private static boolean runs(int depth, Probe probe, boolean trap, long millis) {
    try {
      descend(depth, probe, trap, millis);
      return true;
    } catch (StackOverflowError e) {
      return false;
    }
  }

  private static void descend(int depth, Probe probe, boolean trap, long millis) {
    if (depth == 0) {
      probe.run(trap, millis);
    } else {
      descend(depth - 1, probe, trap, millis);
    }
  }

  private static boolean isFree(Object lock) throws InterruptedException {
    boolean[] entered = new boolean[1];
    Thread thread =
        new Thread(
            () -> {
              synchronized (lock) {
                entered[0] = true;
              }
            });
    thread.setDaemon(true);
    thread.start();
    thread.join(120_000);
    return entered[0];
  }
}
