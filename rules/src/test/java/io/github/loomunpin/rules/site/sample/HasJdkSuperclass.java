// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;

class HasJdkSuperclass extends ByteArrayOutputStream {

  synchronized void method() {
    Holding.monitors(1); // sync method on this, native: extends java.io.ByteArrayOutputStream
  }

  void block() {
    synchronized (this) { // block on this, native: extends java.io.ByteArrayOutputStream
      Holding.monitors(1);
    }
  }

  static class Harmless extends ArrayList<Object> {

    private static final long serialVersionUID = 1;

    synchronized void method() {
      Holding.monitors(1); // sync method on this, virtual
    }
  }
}
