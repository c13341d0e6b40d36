// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import java.lang.instrument.Instrumentation;

/** Defines the runtime classes in {@code java.lang}, where every class loader finds them. */
public final class RuntimeInstaller {

  private RuntimeInstaller() {}

  /**
   * Defines the runtime. Must return before any class that names a runtime class is loaded.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static void install(Instrumentation instrumentation) {
    throw new UnsupportedOperationException();
  }
}
