// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code jdk.internal.misc.VM} until the jar is built, as {@link Unsafe} does. */
public final class VM {

  private VM() {}

  /** Fails: only the relocated runtime can be run. */
  public static String getSavedProperty(String key) {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
