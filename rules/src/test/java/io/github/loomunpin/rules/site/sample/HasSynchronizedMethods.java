// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

class HasSynchronizedMethods {

  synchronized void ofInstance() {
    Holding.monitors(1); // sync method on this, virtual
  }

  static synchronized void ofClass() {
    Holding.monitors(1); // static sync method on HasSynchronizedMethods.class, virtual
  }

  synchronized int withBlock() {
    Holding.monitors(1); // sync method on this, virtual
    synchronized (this) { // block on this, virtual
      return Holding.monitors(2) ? 1 : 2;
    }
  }

  void plain() {
    Holding.monitors(0);
  }
}
