// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** Frames of the copies hold objects that are not initialized yet. */
public class HasNewInBlock {

  public final Object lock = new Object();

  public String method(boolean flag) {
    synchronized (lock) {
      return new StringBuilder(new String(flag ? "a" : "b") + (flag ? 1 : 2))
          .append(flag)
          .toString();
    }
  }
}
