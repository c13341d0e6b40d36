// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

class HasLambdas {

  Runnable inLambda() {
    synchronized (this) { // block on this, virtual
      return () -> {
        Holding.monitors(0);
        synchronized (this) { // block on this, virtual
          Holding.monitors(1);
        }
      };
    }
  }
}
