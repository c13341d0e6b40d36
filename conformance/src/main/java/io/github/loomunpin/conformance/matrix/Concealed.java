// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** Defined once more as a hidden class. */
public class Concealed implements Samples.Face {
  public Concealed() {}

  @Override
  public synchronized void sync(Body body) {
    body.run(this);
  }

  public static synchronized void syncClass(Body body) {
    body.run(Concealed.class);
  }
}
