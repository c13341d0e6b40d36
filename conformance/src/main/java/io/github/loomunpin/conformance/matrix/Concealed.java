// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** Defined once more as a hidden class. */
public class Concealed implements Samples.Face {
  public Concealed() {}

  @Override
  public synchronized void sync(CriticalSection body) {
    body.run(this);
  }

  public static synchronized void syncClass(CriticalSection body) {
    body.run(Concealed.class);
  }
}
