// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

class HasTryStatements {

  final HasTryStatements other = null;

  int handlers(int x) {
    try {
      synchronized (this) { // block on this, virtual
        Holding.monitors(1);
        try {
          synchronized (other) { // block on other: HasTryStatements, virtual
            Holding.monitors(2);
          }
        } catch (IllegalStateException e) {
          Holding.monitors(1);
        } finally {
          Holding.monitors(1);
        }
      }
      return x;
    } catch (RuntimeException e) {
      Holding.monitors(0);
    } finally {
      Holding.monitors(0);
    }
    synchronized (this) { // block on this, virtual
      throw new IllegalArgumentException(Holding.monitors(1) ? "" : null);
    }
  }

  void resource() throws Exception {
    synchronized (this) { // block on this, virtual
      try (AutoCloseable closeable = () -> Holding.monitors(0)) {
        Holding.monitors(1);
        closeable.hashCode();
      }
    }
  }
}
