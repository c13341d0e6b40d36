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

  /** False if no handler is left: when the JVM shuts down, the JDK closes them at the same time. */
  static boolean write(Weight weight, String message) {
    // With the class, or the JDK would look through the stack for it.
    Level level =
        switch (weight) {
          case PROBLEM -> Level.SEVERE;
          case WARNING -> Level.WARNING;
          default -> Level.INFO;
        };
    LOGGER.logp(level, LoggerBridge.NAME, null, message);
    return hasHandlers();
  }

  private static boolean hasHandlers() {
    for (Logger at = LOGGER; at != null; at = at.getParent()) {
      if (at.getHandlers().length > 0) {
        return true;
      }
      if (!at.getUseParentHandlers()) {
        return false;
      }
    }
    return false;
  }
}
