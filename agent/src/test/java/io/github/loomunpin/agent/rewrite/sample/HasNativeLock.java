// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.util.Hashtable;

/** Sites that stay. */
public class HasNativeLock {

  public final Hashtable<Object, Object> table = new Hashtable<>();

  public void method() {
    synchronized (table) {
      table.notifyAll();
    }
  }

  /** Stays as well. */
  public static class Subclass extends Hashtable<Object, Object> {

    private static final long serialVersionUID = 1;

    /** Locks what Hashtable locks. */
    public synchronized void method() {
      notifyAll();
    }
  }
}
