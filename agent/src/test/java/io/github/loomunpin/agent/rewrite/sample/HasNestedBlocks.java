// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** Two monitors, both virtual. */
public class HasNestedBlocks {

  private final Object inner = new Object();
  private int count;

  public int method(int x) {
    synchronized (this) {
      synchronized (inner) {
        count += x;
      }
      return count;
    }
  }
}
