// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The happens-before edges of JLS §17.4.5 between an exit and the next enter. */
public final class Visibility {

  private Visibility() {}

  /** What was written before an exit is seen behind the enter that follows it. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "Before or behind.")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second read came later.")
  @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Saw the flag, not the data.")
  @State
  public static class Publication {

    private int data;
    private int flag;

    @Actor
    public void writer() {
      data = 1;
      synchronized (this) {
        flag = 1;
      }
    }

    @Actor
    public void reader(II_Result r) {
      synchronized (this) {
        r.r1 = flag;
      }
      r.r2 = data;
    }
  }

  /** Empty blocks on one object still order what stands around them. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "At least one thread sees the other.")
  @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Neither sees the other.")
  @State
  public static class EmptyBlocks {

    private int x;
    private int y;

    @Actor
    @SuppressWarnings("EmptyBlock")
    public void actor1(II_Result r) {
      x = 1;
      synchronized (this) {
        // Only the edge counts.
      }
      r.r2 = y;
    }

    @Actor
    @SuppressWarnings("EmptyBlock")
    public void actor2(II_Result r) {
      y = 1;
      synchronized (this) {
        // Only the edge counts.
      }
      r.r1 = x;
    }
  }

  /** Double-checked locking with a field that is not volatile but read under the lock. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Made once, seen whole.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Made twice, or seen half made.")
  @State
  public static class LazyValue {

    private int made;
    private int[] value;

    @Actor
    public void actor1() {
      get();
    }

    @Actor
    public void actor2(I_Result r) {
      r.r1 = get()[0] * made();
    }

    private synchronized int made() {
      return made;
    }

    private synchronized int[] get() {
      if (value == null) {
        made++;
        value = new int[] {1};
      }
      return value;
    }
  }
}
