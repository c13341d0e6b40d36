// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code jdk.internal.misc.Blocker} of JDK 21, as {@link Unsafe} does for its own. */
public final class Blocker {

  private Blocker() {}

  public static long begin() {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }

  public static void end(long begun) {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
