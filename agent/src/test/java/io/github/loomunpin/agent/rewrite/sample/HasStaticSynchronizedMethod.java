// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** Locks the class. */
public class HasStaticSynchronizedMethod {

  private static int count;

  public static synchronized int method() {
    return ++count;
  }
}
