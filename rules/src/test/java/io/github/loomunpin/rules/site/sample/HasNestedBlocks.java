// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

class HasNestedBlocks {

  final Object a = new int[0];
  final HasNestedBlocks b = null;

  int inOrder(int x) {
    Holding.monitors(0);
    synchronized (this) { // block on this, virtual
      Holding.monitors(1);
      synchronized (b) { // block on b: HasNestedBlocks, virtual
        Holding.monitors(2);
        if (x > 1) {
          return Holding.monitors(2) ? 1 : 2;
        }
      }
      Holding.monitors(1);
      synchronized (this) { // block on this, virtual
        Holding.monitors(2);
      }
    }
    return Holding.monitors(0) ? 3 : 4;
  }

  void inLoop(int n) {
    for (int i = 0; i < n; i++) {
      synchronized (this) { // block on this, virtual
        Holding.monitors(1);
        if (i == 5) {
          continue;
        }
        if (i == 7) {
          break;
        }
      }
      Holding.monitors(0);
    }
    Holding.monitors(0);
  }

  void empty() {
    synchronized (this) { // block on this, virtual
    }
    Holding.monitors(0);
  }

  void endless() {
    synchronized (this) { // block on this, virtual
      while (true) {
        Holding.monitors(1);
      }
    }
  }
}
