// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.tell.Log.Weight;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Writes to {@code java.util.logging}, whose module a JVM may not have. */
final class JulLogger {

  /** Kept, since the JDK keeps loggers weakly, and with them what the application has set. */
  private static final Logger LOGGER = Logger.getLogger(LoggerBridge.NAME);

  private JulLogger() {}

  static void write(Weight weight, String message) {
    Level level =
        switch (weight) {
          case PROBLEM -> Level.SEVERE;
          case WARNING -> Level.WARNING;
          default -> Level.INFO;
        };
    // With the class, or the JDK would look through the stack for it.
    LOGGER.logp(level, LoggerBridge.NAME, null, message);
  }
}
