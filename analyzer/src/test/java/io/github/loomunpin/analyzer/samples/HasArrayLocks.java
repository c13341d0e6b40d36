// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** Monitors that may be those of int arrays, on which HotSpot waits for classes as well. */
public final class HasArrayLocks {

  private final int[] array = new int[0];
  private final Object any = array;

  void declared() {
    synchronized (array) {
      Thread.onSpinWait();
    }
  }

  void hidden() {
    synchronized (any) {
      Thread.onSpinWait();
    }
  }

  void plain() {
    synchronized (any) {
      any.hashCode();
    }
  }

  void other(StringBuilder other) {
    synchronized (other) {
      Thread.onSpinWait();
    }
  }
}
