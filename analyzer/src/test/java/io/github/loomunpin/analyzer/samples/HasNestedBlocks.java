// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** A block in a block, and calls before, inside and behind them. */
public class HasNestedBlocks {

  private final StringBuilder outer = new StringBuilder();

  public void blocks(Runnable call) {
    call.run(); // before
    synchronized (outer) {
      call.run(); // in outer
      synchronized (this) {
        call.run(); // in both
      }
    }
    call.run(); // after
  }
}
