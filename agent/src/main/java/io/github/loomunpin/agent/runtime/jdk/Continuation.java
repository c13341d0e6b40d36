// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code jdk.internal.vm.Continuation}, as {@link Unsafe} does for its own. */
public final class Continuation {

  private Continuation() {}

  public static boolean isPinned(ContinuationScope scope) {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
