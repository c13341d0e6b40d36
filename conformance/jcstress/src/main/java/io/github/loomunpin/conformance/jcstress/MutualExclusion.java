// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.jcstress;

import java.util.Vector;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two increments of a plain field under one monitor, in every form the rewriter treats apart. */
public final class MutualExclusion {

  private MutualExclusion() {}

  /** A block on this against a synchronized method. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both were inside.")
  @State
  public static class BlockAndMethod {

    private int value;

    @Actor
    public void actor1(II_Result r) {
      synchronized (this) {
        r.r1 = ++value;
      }
    }

    @Actor
    public synchronized void actor2(II_Result r) {
      r.r2 = ++value;
    }
  }

  /** A lock object whose mode is known from the bytecode. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both were inside.")
  @State
  public static class PrivateLock {

    private final Object lock = new Object();
    private int value;

    @Actor
    public void actor1(II_Result r) {
      synchronized (lock) {
        r.r1 = ++value;
      }
    }

    @Actor
    public void actor2(II_Result r) {
      synchronized (lock) {
        r.r2 = ++value;
      }
    }
  }

  /** A lock object whose mode is looked up at run time. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both were inside.")
  @State
  public static class UndecidedLock {

    Object lock = new Object();
    private int value;

    @Actor
    public void actor1(II_Result r) {
      synchronized (lock) {
        r.r1 = ++value;
      }
    }

    @Actor
    public void actor2(II_Result r) {
      synchronized (lock) {
        r.r2 = ++value;
      }
    }
  }

  /** An object of a JDK class that locks itself: native at both ends. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both were inside.")
  @State
  public static class NativeObject {

    private final Vector<Integer> vector = new Vector<>();

    @Actor
    public void actor1(II_Result r) {
      synchronized (vector) {
        vector.add(1);
        r.r1 = vector.size();
      }
    }

    @Actor
    public void actor2(II_Result r) {
      Object same = vector;
      synchronized (same) {
        vector.add(1);
        r.r2 = vector.size();
      }
    }
  }

  /** Entered again while held, so the inner exit must not free it. */
  @JCStressTest
  @Outcome(
      id = {"2, 4", "4, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "An inner exit let the other in.")
  @State
  public static class Reentrant {

    private int value;

    @Actor
    public void actor1(II_Result r) {
      r.r1 = twice();
    }

    @Actor
    public void actor2(II_Result r) {
      r.r2 = twice();
    }

    private synchronized int twice() {
      once();
      return once();
    }

    private synchronized int once() {
      return ++value;
    }
  }
}
