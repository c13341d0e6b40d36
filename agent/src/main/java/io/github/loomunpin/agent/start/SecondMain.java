// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.lang.instrument.Instrumentation;

/**
 * Where the agent gets its second {@code Instrumentation}, as {@link LastInLine} explains. The JVM
 * loads this class with the system class loader. It refers to no other class of the agent.
 */
public final class SecondMain {

  private static Instrumentation instrumentation;

  private SecondMain() {}

  /** Called by the JDK, on the thread of {@link LastInLine}. */
  public static void agentmain(String arguments, Instrumentation second) {
    instrumentation = second;
  }

  /** What was given last, once; null if there was none since. */
  public static Instrumentation take() {
    Instrumentation taken = instrumentation;
    instrumentation = null;
    return taken;
  }
}
