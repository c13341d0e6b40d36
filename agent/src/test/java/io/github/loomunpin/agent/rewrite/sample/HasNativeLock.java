// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.util.Vector;

/** Sites that stay. */
public class HasNativeLock {

  public final Vector<Object> vector = new Vector<>();

  public void method() {
    synchronized (vector) {
      vector.notifyAll();
    }
  }

  /** Stays as well. */
  public static class Subclass extends Vector<Object> {

    private static final long serialVersionUID = 1;

    /** Locks what Vector locks. */
    public synchronized void method() {
      notifyAll();
    }
  }
}
