// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/**
 * Stands for {@code jdk.internal.misc.Blocker} until the jar is built, as {@link Unsafe} does. The
 * methods are those of JDK 21.
 */
public final class Blocker {

  private Blocker() {}

  /** Fails: only the relocated runtime can be run. */
  public static long begin() {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }

  /** Fails: only the relocated runtime can be run. */
  public static void end(long begun) {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
