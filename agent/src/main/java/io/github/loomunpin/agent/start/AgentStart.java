// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.lang.instrument.Instrumentation;

/**
 * Decides whether there is anything to do on this JVM, and installs the runtime before the rest.
 */
public final class AgentStart {

  private static final int EXIT_USAGE = 2;

  private AgentStart() {}

  /**
   * Called by {@link PreMain}, on the main thread.
   *
   * @param arguments null if there are none
   */
  public static void start(String arguments, Instrumentation instrumentation) {
    try {
      startPermitted(arguments, instrumentation);
    } catch (SecurityException e) {
      System.err.println(
          "[loom-unpin] nothing is rewritten: the security manager denies it ("
              + e.getMessage()
              + "); grant the agent's jar java.security.AllPermission");
    }
  }

  private static void startPermitted(String arguments, Instrumentation instrumentation) {
    AgentOptions options;
    try {
      options = AgentOptions.parse(orEmpty(arguments), orEmpty(System.getenv("LOOM_UNPIN")));
    } catch (BadOptionException e) {
      System.err.println("[loom-unpin] " + e.getMessage());
      System.exit(EXIT_USAGE);
      return;
    }
    Outcome outcome = new Outcome(System.err, options);
    int jdk = Runtime.version().feature();
    if (!options.isNeededOn(jdk)) {
      outcome.say(
          "JDK "
              + jdk
              + " parks virtual threads in monitors by itself (JEP 491); nothing is rewritten");
      return;
    }
    if (!isHotSpot(System.getProperty("java.vm.name", ""))) {
      outcome.say("this JVM is not HotSpot, which is the only one supported; nothing is rewritten");
      return;
    }
    if (options.mode() == AgentOptions.Mode.REWRITE) {
      try {
        RuntimeInstaller.install(instrumentation);
      } catch (IllegalStateException e) {
        outcome.say("nothing is rewritten: " + e.getMessage());
        return;
      }
    }
    SetUp.start(options, outcome, instrumentation);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static boolean isHotSpot(String vmName) {
    return vmName.contains("HotSpot") || vmName.contains("OpenJDK");
  }
}
