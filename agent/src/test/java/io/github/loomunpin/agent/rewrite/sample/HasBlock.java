// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** A block that is virtual, beside methods without any. */
public class HasBlock {

  private int count;

  public int block() {
    synchronized (this) {
      return ++count;
    }
  }

  public int plain(int x) {
    int sum = 0;
    for (int i = 0; i < x; i++) {
      sum += i;
    }
    return sum;
  }

  @Deprecated
  public String annotated(@Deprecated String text) throws java.io.IOException {
    return text + count;
  }
}
