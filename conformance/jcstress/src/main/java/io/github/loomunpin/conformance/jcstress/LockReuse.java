// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Three threads enter and leave as fast as they can, so that the lock of the object is made, found,
 * counted down and removed again all the time.
 */
@JCStressTest
@Outcome(id = "24", expect = Expect.ACCEPTABLE, desc = "No increment was lost.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two threads had different locks of one object.")
@State
public class LockReuse {

  private static final int TIMES = 8;

  private int value;

  @Actor
  public void actor1() {
    increment();
  }

  @Actor
  public void actor2() {
    increment();
  }

  @Actor
  public void actor3() {
    increment();
  }

  @Arbiter
  public void arbiter(I_Result r) {
    r.r1 = value;
  }

  private void increment() {
    for (int i = 0; i < TIMES; i++) {
      synchronized (this) {
        value++;
      }
    }
  }
}
