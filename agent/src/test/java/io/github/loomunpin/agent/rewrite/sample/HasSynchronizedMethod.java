// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** A method that may return and throw, with handlers of its own. */
public class HasSynchronizedMethod {

  private int count;

  public synchronized long method(int x, long y) {
    try {
      if (x > 3) {
        return y + count;
      }
      count += Integer.parseInt("" + x);
    } catch (NumberFormatException e) {
      count = 0;
    }
    return count;
  }
}
