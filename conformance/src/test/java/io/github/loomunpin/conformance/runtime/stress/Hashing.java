// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;

/**
 * Threads lock the same new objects, ask for their hash codes, and lock them by the monitors of the
 * JVM, all for the first time and at the same moment, while the collector moves them. An object has
 * one hash code for ever.
 */
final class Hashing {

  private static final int OBJECTS = 256;
  private static final int BUCKETS = 16 << 10;

  /** Many times through all buckets. */
  private static final int FAR = 8 * BUCKETS;

  private static final int GARBAGE = 16 << 10;

  private static volatile Object garbage;

  private Hashing() {}

  /** What a thread does with an object that nobody has touched yet. */
  private interface Touch {
    int hash(Vector<?> o);
  }

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    for (ThreadFactory kind : Stress.kinds()) {
      Stress.part("at once", () -> atOnce(kind, rounds));
    }
    Stress.part("asked before", Hashing::askedBefore);
    Stress.part("as the JVM does", Hashing::asTheJvmDoes);
    Stress.part("not far apart", Hashing::notFarApart);
    Stress.part("by threads with like ids", Hashing::byThreadsWithLikeIds);
  }

  private static void atOnce(ThreadFactory kind, int rounds) throws InterruptedException {
    List<Touch> touches =
        List.of(Hashing::lock, Hashing::lock, System::identityHashCode, Hashing::lockNatively);
    Vector<?>[] objects = new Vector<?>[OBJECTS];
    int[][] hashes = new int[touches.size()][OBJECTS];
    int[] round = {0};
    renew(objects);
    CyclicBarrier all =
        new CyclicBarrier(
            touches.size(),
            () -> {
              Stress.getsOn();
              compare(objects, hashes);
              renew(objects);
              if (++round[0] % 64 == 0) {
                System.gc();
              }
            });
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < touches.size(); i++) {
      Touch touch = touches.get(i);
      int[] mine = hashes[i];
      bodies.add(
          () -> {
            for (int n = 0; n < rounds; n++) {
              for (int o = 0; o < OBJECTS; o++) {
                mine[o] = touch.hash(objects[o]);
              }
              garbage = new byte[GARBAGE];
              all.await();
            }
          });
    }
    Stress.together(kind, bodies);
  }

  private static void renew(Vector<?>[] objects) {
    for (int i = 0; i < objects.length; i++) {
      objects[i] = new Vector<>(0);
    }
  }

  private static void compare(Vector<?>[] objects, int[][] hashes) {
    for (int o = 0; o < objects.length; o++) {
      int hash = System.identityHashCode(objects[o]);
      for (int[] one : hashes) {
        check(one[o] == hash, one[o] + " was the hash code, and now it is " + hash);
      }
    }
  }

  private static int lock(Vector<?> o) {
    UnpinMonitors.enter(o);
    int hash = System.identityHashCode(o);
    UnpinMonitors.exit(o);
    return hash;
  }

  /** The JDK's own code keeps the JVM's monitors. */
  private static int lockNatively(Vector<?> o) {
    o.trimToSize();
    return System.identityHashCode(o);
  }

  private static void askedBefore() {
    for (int i = 0; i < 10_000; i++) {
      Object o = new Object();
      int hash = System.identityHashCode(o);
      UnpinMonitors.enter(o);
      check(System.identityHashCode(o) == hash, "locking gives another hash code");
      UnpinMonitors.exit(o);
    }
  }

  /** Told to hash in its own way, the JVM does; else nearly all hash codes differ. */
  private static void asTheJvmDoes() {
    int count = 10_000;
    long distinct = Arrays.stream(locked(count)).distinct().count();
    if (System.identityHashCode(new Object()) == System.identityHashCode(new Object())) {
      check(distinct == 1, distinct + " hash codes of locked objects, and one of others");
    } else {
      check(distinct > count - 10, "only " + distinct + " hash codes");
    }
  }

  /** However many objects are between them, two objects seldom share a bucket. */
  private static void notFarApart() {
    int[] hashes = locked(FAR);
    if (hashesAreAlike()) {
      return;
    }
    for (int apart = 1; apart < FAR / 2; apart = apart < 64 ? apart + 1 : apart * 9 / 8) {
      checkSeldom(hashes, apart);
    }
    for (int apart = BUCKETS / 4; apart < FAR / 2; apart += BUCKETS / 4) {
      checkSeldom(hashes, apart);
    }
  }

  private static void checkSeldom(int[] hashes, int apart) {
    int pairs = hashes.length - apart;
    int shared = 0;
    for (int i = 0; i < pairs; i++) {
      shared += (hashes[i] - hashes[i + apart] & BUCKETS - 1) == 0 ? 1 : 0;
    }
    check(shared < pairs / 4, shared + " of " + pairs + " share a bucket, " + apart + " apart");
  }

  /** The hash codes of threads that use the same words are no more alike than others. */
  private static void byThreadsWithLikeIds() throws InterruptedException {
    if (hashesAreAlike()) {
      return;
    }
    int[][] hashes = new int[4][];
    List<Thread> threads = new ArrayList<>();
    while (threads.size() < hashes.length) {
      int n = threads.size();
      Thread t = Thread.ofPlatform().unstarted(() -> hashes[n] = locked(FAR));
      if (t.threadId() % 64 == 7) {
        threads.add(t);
      }
    }
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
    int[] all = Arrays.stream(hashes).flatMapToInt(Arrays::stream).sorted().toArray();
    int equal = 0;
    for (int i = 1; i < all.length; i++) {
      equal += all[i] == all[i - 1] ? 1 : 0;
    }
    check(equal < all.length / 1000, equal + " of " + all.length + " hash codes are given twice");
  }

  private static boolean hashesAreAlike() {
    return Arrays.stream(locked(100)).distinct().count() < 90;
  }

  private static int[] locked(int count) {
    int[] hashes = new int[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = lock(new Vector<>(0));
    }
    return hashes;
  }
}
