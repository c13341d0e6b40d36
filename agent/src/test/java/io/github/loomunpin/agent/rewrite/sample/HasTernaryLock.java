// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** One of two objects of which one is virtual. */
public class HasTernaryLock {

  public final Object lock = new Object();

  public void method(boolean own) {
    synchronized (own ? this : lock) {
      hashCode();
    }
  }
}
