// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stack overflows within rewritten code: in bodies, in enter and in exit. Nothing may stay locked,
 * and no waiting thread may be forgotten.
 */
final class Overflow {

  private static final Object[] OBJECTS = Stress.colliding(3);

  private Overflow() {}

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    for (ThreadFactory kind : Stress.kinds().subList(0, 2)) {
      alone("one object", kind, rounds, d -> same(OBJECTS[0]));
      alone("fresh objects", kind, rounds, d -> fresh());
      alone("colliding objects", kind, rounds, d -> alternating(d, 0));
      alone("distinct at the end", kind, rounds, d -> last(new int[] {20}));
      Stress.part("contended on " + kind, () -> contended(kind, rounds));
    }
  }

  /** A recursion that ends in a stack overflow. */
  private interface Recursion {
    void run(int seed);
  }

  private static void alone(String name, ThreadFactory kind, int rounds, Recursion recursion)
      throws Throwable {
    Stress.Body body = () -> overflow(rounds, recursion, Stress::checkNothingIsLocked);
    Stress.part(name + " on " + kind, () -> Stress.together(kind, List.of(body)));
  }

  /** Another thread wants the objects all the time, so that exits must wake it. */
  private static void contended(ThreadFactory kind, int rounds) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Stress.Body rival =
        () -> {
          for (int n = 0; !over.get(); n++) {
            Object o = OBJECTS[n % OBJECTS.length];
            UnpinMonitors.enter(o);
            UnpinMonitors.exit(o);
            Thread.yield();
          }
        };
    Stress.Body overflowing =
        () -> {
          try {
            overflow(rounds, d -> alternating(d, 0), Overflow::checkNoneIsHeld);
          } finally {
            over.set(true);
          }
        };
    Stress.together(kind, List.of(rival, overflowing));
  }

  private static void overflow(int rounds, Recursion recursion, Runnable check) {
    Random random = new Random(1);
    for (int n = 0; n < rounds; n++) {
      int seed = random.nextInt(100);
      try {
        pad(seed, seed, recursion);
      } catch (StackOverflowError e) {
        // As intended.
      }
      check.run();
    }
  }

  private static void checkNoneIsHeld() {
    for (Object o : OBJECTS) {
      check(!UnpinMonitors.holdsLock(o), "an object is still held");
    }
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
