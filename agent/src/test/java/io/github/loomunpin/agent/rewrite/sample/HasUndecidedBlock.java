// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** An object of any class. */
public class HasUndecidedBlock {

  public final Object lock = new Object();
  private int count;

  public int method(int x) {
    int before = count;
    synchronized (lock) {
      if (x > 0) {
        count += x;
      }
    }
    return count - before;
  }
}
