// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadFactory;

/** One owner at a time: counters that only one thread may be changing. */
final class Exclusion {

  private static final int THREADS = 8;

  /** Fewer in all than can split in a JVM. */
  private static final int SPLITS = 20;

  private Exclusion() {}

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    for (ThreadFactory kind : Stress.kinds()) {
      Stress.part("one object", () -> hammer(kind, rounds, new Object[] {new Object()}, 1));
      Stress.part("one object, nested", () -> hammer(kind, rounds, new Object[] {"x"}, 3));
      Stress.part("colliding objects", () -> hammer(kind, rounds, Stress.colliding(4), 1));
      Stress.part("lock order", () -> hammer(kind, rounds, Stress.colliding(3), 3));
      Stress.part("many colliding", () -> hammer(kind, rounds, Stress.colliding(50), 20));
      Stress.part("buckets that split", () -> splitting(kind, rounds));
      Stress.part("removal race", () -> removalRace(kind, rounds));
      Stress.part("held while parking", () -> parking(kind, rounds / 100));
    }
    if (areHashCodesDifferent()) {
      Stress.part("a part that splits", Exclusion::splittingTwice);
    }
    crowd(rounds / 10);
  }

  /** Each thread enters up to {@code depth} objects in ascending order, some of them twice. */
  private static void hammer(ThreadFactory kind, int rounds, Object[] objects, int depth)
      throws InterruptedException {
    int[] counters = new int[objects.length];
    long[] sums = new long[THREADS];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int me = i;
      bodies.add(
          () -> {
            Random random = new Random(me);
            for (int n = 0; n < rounds; n++) {
              sums[me] += nest(objects, counters, 0, depth, random);
            }
          });
    }
    Stress.together(kind, bodies);
    long entered = 0;
    for (long s : sums) {
      entered += s;
    }
    long counted = 0;
    for (int c : counters) {
      counted += c;
    }
    check(entered == counted, entered + " entries, counted " + counted);
  }

  private static int nest(Object[] objects, int[] counters, int from, int depth, Random random) {
    int i = from + random.nextInt(Math.max(1, objects.length - depth + 1));
    if (depth == 0 || i >= objects.length) {
      return 0;
    }
    Object o = objects[i];
    int entered = 1;
    UnpinMonitors.enter(o);
    counters[i]++;
    if (random.nextInt(8) == 0) {
      UnpinMonitors.enter(o);
      counters[i]++;
      entered++;
      UnpinMonitors.exit(o);
    }
    entered += nest(objects, counters, objects.length == 1 ? i : i + 1, depth - 1, random);
    UnpinMonitors.exit(o);
    return entered;
  }

  /** Objects that meet so often that parts take the place of their bucket in the midst of it. */
  private static void splitting(ThreadFactory kind, int rounds) throws InterruptedException {
    for (int i = 0; i < SPLITS; i++) {
      hammer(kind, Math.min(rounds, 1_000), Stress.colliding(2), 2 - i % 2);
    }
  }

  /** Two objects of one bucket, and of one part: they are kept apart by the second split. */
  private static void splittingTwice() {
    Object[] two = ofOnePart();
    int before = UnpinControl.splits();
    for (int i = 0; i < 100 && UnpinControl.splits() < before + 2; i++) {
      meet(two);
    }
    check(UnpinControl.splits() == before + 2, "not split");
    for (int i = 0; i < 10; i++) {
      meet(two);
    }
    check(UnpinControl.splits() == before + 2, "split although kept apart");
  }

  private static void meet(Object[] two) {
    UnpinMonitors.enter(two[0]);
    for (int i = 0; i < 2_000; i++) {
      UnpinMonitors.enter(two[1]);
      UnpinMonitors.exit(two[1]);
    }
    UnpinMonitors.exit(two[0]);
  }

  /** Their hash codes have the lowest 17 bits in common, and differ in the next three. */
  private static Object[] ofOnePart() {
    Map<Integer, Object> seen = new HashMap<>();
    for (; ; ) {
      Object o = new Object();
      int hash = System.identityHashCode(o);
      Object other = seen.put(hash & 0x1ffff, o);
      if (other != null && ((hash ^ System.identityHashCode(other)) & 0xe0000) != 0) {
        return new Object[] {other, o};
      }
    }
  }

  private static boolean areHashCodesDifferent() {
    return System.identityHashCode(new Object()) != System.identityHashCode(new Object());
  }

  /** Enter and exit as fast as possible: locks are made and removed all the time. */
  private static void removalRace(ThreadFactory kind, int rounds) throws InterruptedException {
    Object[] objects = Stress.colliding(2);
    Thread[] owner = new Thread[2];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int me = i;
      bodies.add(
          () -> {
            for (int n = 0; n < rounds * 4; n++) {
              int k = me == 2 ? n & 1 : me & 1;
              UnpinMonitors.enter(objects[k]);
              check(owner[k] == null, "two owners");
              owner[k] = Thread.currentThread();
              check(UnpinMonitors.holdsLock(objects[k]), "not the owner");
              owner[k] = null;
              UnpinMonitors.exit(objects[k]);
            }
          });
    }
    Stress.together(kind, bodies);
  }

  /** The owner parks and sleeps inside, so that the others queue. */
  private static void parking(ThreadFactory kind, int rounds) throws InterruptedException {
    Object o = new Object();
    int[] inside = new int[1];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < THREADS * 4; i++) {
      bodies.add(
          () -> {
            for (int n = 0; n < rounds / 10 + 1; n++) {
              UnpinMonitors.enter(o);
              check(inside[0]++ == 0, "two owners");
              Thread.sleep(0, 1000);
              check(--inside[0] == 0, "two owners");
              UnpinMonitors.exit(o);
            }
          });
    }
    Stress.together(kind, bodies);
  }

  /** Thousands of virtual threads on few objects. */
  private static void crowd(int threads) throws Throwable {
    Object[] objects = {new Object(), new Object(), Exclusion.class};
    int[] counters = new int[3];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int k = i % 3;
      bodies.add(
          () -> {
            for (int n = 0; n < 20; n++) {
              UnpinMonitors.enter(objects[k]);
              counters[k]++;
              if (n % 10 == 0) {
                Thread.yield();
              }
              UnpinMonitors.exit(objects[k]);
            }
          });
    }
    Stress.part("crowd", () -> Stress.together(Thread.ofVirtual().factory(), bodies));
    check(counters[0] + counters[1] + counters[2] == threads * 20, "lost updates");
  }
}
