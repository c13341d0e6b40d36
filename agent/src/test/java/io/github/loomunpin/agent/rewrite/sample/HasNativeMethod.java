// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** Cannot lose its flag without a wrapper. */
public class HasNativeMethod {

  public synchronized native String method(int x, long y, String s);

  static synchronized native void ofClass();
}
