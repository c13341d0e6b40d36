// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code java.lang.VirtualThread}, as {@link Unsafe} does for its own. */
public final class VirtualThread {

  private VirtualThread() {}

  public static ContinuationScope continuationScope() {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
