// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stack overflows within rewritten code: in bodies, in enter and in exit. Nothing may stay locked,
 * and no waiting thread may be forgotten. Prints the number of leaks.
 */
final class Overflow {

  private static final Object[] OBJECTS = Stress.colliding(3);

  private Overflow() {}

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    int allowed = args.length > 1 ? Integer.parseInt(args[1]) : 0;
    int leaks = 0;
    for (ThreadFactory kind : Stress.kinds().subList(0, 2)) {
      leaks += count("one object", kind, rounds, d -> same(OBJECTS[0]));
      leaks += count("fresh objects", kind, rounds, d -> fresh());
      leaks += count("colliding objects", kind, rounds, d -> alternating(d, 0));
      leaks += count("distinct at the end", kind, rounds, d -> last(new int[] {20}));
      leaks += contended(kind, rounds);
    }
    check(leaks <= allowed, leaks + " leaks");
  }

  /** A recursion that ends in a stack overflow. */
  private interface Recursion {
    void run(int seed);
  }

  private static int count(String name, ThreadFactory kind, int rounds, Recursion recursion)
      throws InterruptedException {
    int[] leaks = new int[1];
    Thread t =
        kind.newThread(
            () -> {
              Random random = new Random(1);
              for (int n = 0; n < rounds; n++) {
                int seed = random.nextInt(100);
                try {
                  pad(seed, seed, recursion);
                } catch (StackOverflowError e) {
                  // As intended.
                }
                if (UnpinControl.liveLocks() != 0) {
                  leaks[0]++;
                  forget();
                }
              }
            });
    t.start();
    t.join();
    System.out.println(name + ": " + leaks[0] + " leaks in " + rounds + " on " + t);
    return leaks[0];
  }

  /** Releases the leaked holds of known objects so that one leak is counted once. */
  private static void forget() {
    for (Object o : OBJECTS) {
      while (UnpinMonitors.holdsLock(o)) {
        UnpinMonitors.exit(o);
      }
    }
  }

  /** Another thread wants the objects all the time, so that exits must wake it. */
  private static int contended(ThreadFactory kind, int rounds) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    long[] entered = new long[1];
    Thread rival =
        kind.newThread(
            () -> {
              for (int n = 0; !over.get(); n++) {
                Object o = OBJECTS[n % OBJECTS.length];
                UnpinMonitors.enter(o);
                entered[0]++;
                UnpinMonitors.exit(o);
                Thread.yield();
              }
            });
    rival.start();
    int[] leaks = new int[1];
    Thread t =
        kind.newThread(
            () -> {
              Random random = new Random(1);
              for (int n = 0; n < rounds; n++) {
                int seed = random.nextInt(100);
                try {
                  pad(seed, seed, d -> alternating(d, 0));
                } catch (StackOverflowError e) {
                  // As intended.
                }
                for (Object o : OBJECTS) {
                  if (UnpinMonitors.holdsLock(o)) {
                    leaks[0]++;
                    forget();
                  }
                }
              }
            });
    t.start();
    t.join();
    over.set(true);
    rival.join(120_000);
    check(!rival.isAlive(), "the rival hangs");
    System.out.println(
        "contended: " + leaks[0] + " leaks in " + rounds + ", rival entered " + entered[0]);
    return leaks[0];
  }

  private static int pad(int frames, int seed, Recursion recursion) {
    if (frames == 0) {
      recursion.run(seed);
      return 0;
    }
    return pad(frames - 1, seed, recursion) + 1;
  }

  private static void same(Object o) {
    UnpinMonitors.enter(o);
    try {
      same(o);
    } catch (Throwable e) {
      UnpinMonitors.exit(o);
      throw e;
    }
    UnpinMonitors.exit(o);
  }

  private static void fresh() {
    Object o = new Object();
    UnpinMonitors.enter(o);
    try {
      fresh();
    } catch (Throwable e) {
      UnpinMonitors.exit(o);
      throw e;
    }
    UnpinMonitors.exit(o);
  }

  private static long alternating(int i, long a) {
    Object o = OBJECTS[i % OBJECTS.length];
    long b;
    UnpinMonitors.enter(o);
    try {
      b = alternating(i + 1, a + 1) + a;
    } catch (Throwable e) {
      UnpinMonitors.exit(o);
      throw e;
    }
    UnpinMonitors.exit(o);
    return b;
  }

  /** Locks only near the end of the stack, where every enter is an uncontended one. */
  private static void last(int[] budget) {
    try {
      last(budget);
    } catch (StackOverflowError e) {
      if (budget[0]-- > 0) {
        Object o = new Object();
        UnpinMonitors.enter(o);
        try {
          last(budget);
        } catch (Throwable x) {
          UnpinMonitors.exit(o);
          throw x;
        }
        UnpinMonitors.exit(o);
      }
    }
  }
}
