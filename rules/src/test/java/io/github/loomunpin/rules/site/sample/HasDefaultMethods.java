// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

interface HasDefaultMethods {

  default void block() {
    synchronized (this) { // block on this, run time: any class may implement
      Holding.monitors(1);
    }
  }

  static void literal() {
    synchronized (HasDefaultMethods.class) { // block on HasDefaultMethods.class, virtual
      Holding.monitors(1);
    }
  }
}
