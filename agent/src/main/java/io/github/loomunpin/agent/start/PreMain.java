// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.lang.instrument.Instrumentation;

/**
 * Entry point of {@code -javaagent:loom-unpin.jar}; {@code AgentOptions} describes its options. It
 * is compiled for old JVMs and refers to the rest by name only, so that they print one line instead
 * of throwing an UnsupportedClassVersionError.
 */
public final class PreMain {

  private static final int OLDEST_JDK = 21;

  private PreMain() {}

  /**
   * Called by the JVM before the application's main method, on the main thread.
   *
   * @throws ReflectiveOperationException if the agent's jar is damaged
   */
  public static void premain(String arguments, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    int jdk = Runtime.version().feature();
    if (jdk < OLDEST_JDK) {
      System.err.println(
          "[loom-unpin] JDK " + jdk + " has no virtual threads to pin; nothing is rewritten");
      return;
    }
    Class.forName("io.github.loomunpin.agent.start.AgentStart")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, arguments, instrumentation);
  }
}
