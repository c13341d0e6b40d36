// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** Two synchronized methods, one of them static. */
public class HasSynchronizedMethods {

  public synchronized int instance(int n) {
    return n + 1;
  }

  public static synchronized int ofClass(int n) {
    return n + 2;
  }
}
