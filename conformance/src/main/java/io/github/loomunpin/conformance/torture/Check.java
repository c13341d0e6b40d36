// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Assertions, and waiting for a state instead of sleeping. */
public final class Check {
  private Check() {}

  public static void that(boolean holds, String claim) {
    if (!holds) {
      throw new AssertionError("not so: " + claim);
    }
  }

  public static void same(Object expected, Object actual, String what) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(what + ": expected " + expected + " but was " + actual);
    }
  }

  /** Polls until the condition holds; the hang time-out of the program is the limit. */
  public static void await(BooleanSupplier condition) {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      pause(i);
    }
  }

  /** Polls for at most this long and says whether the condition came to hold. */
  public static boolean awaitAtMost(long millis, BooleanSupplier condition) {
    long end = System.nanoTime() + millis * 1_000_000;
    for (int i = 0; !condition.getAsBoolean(); i++) {
      if (System.nanoTime() > end) {
        return false;
      }
      pause(i);
    }
    return true;
  }

  /** Runs the body and returns what it throws. */
  public static Throwable thrownBy(ThrowingRunnable body) {
    try {
      body.run();
    } catch (Throwable e) {
      return e;
    }
    throw new AssertionError("nothing was thrown");
  }

  /** Class and message of a throwable, as an outcome. */
  public static String describe(Throwable e) {
    return e.getClass().getName() + ": " + e.getMessage();
  }

  private static void pause(int round) {
    if (round < 100) {
      Thread.onSpinWait();
    } else {
      // Sleeping, not parking: the programs test the park permit of their own threads.
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while polling", e);
      }
    }
  }
}
