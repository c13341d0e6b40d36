// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.io.Serializable;

/** A lambda that may come back from a stream by the name of its method. */
public class HasSerializableLambda {

  public Runnable method(Object lock) {
    return (Runnable & Serializable) lock::notifyAll;
  }
}
