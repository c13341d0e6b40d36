// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

class HasOddKinds {

  enum Color {
    RED {
      @Override
      synchronized void paint() {
        Holding.monitors(1); // sync method on this, virtual
      }
    };

    abstract void paint();
  }

  record Point(int x) {

    synchronized void move() {
      Holding.monitors(1); // sync method on this, virtual
    }
  }

  HasOddKinds() {
    synchronized (this) { // block on this, virtual
      Holding.monitors(1);
    }
  }

  static {
    synchronized (HasOddKinds.class) { // block on HasOddKinds.class, virtual
      Holding.monitors(1);
    }
  }

  synchronized native void outside();
}
