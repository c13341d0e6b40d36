// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.tell.Log.Weight;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A kind of loggers of the JDK. Their classes are loaded when the first line is written. */
enum LoggerBridge {
  JUL("java/util/logging/LogManager$RootLogger") {
    @Override
    void write(Weight weight, String message) {
      JulLogger.write(weight, message);
    }
  },
  SYSTEM("jdk/internal/logger/LoggerFinderLoader") {
    @Override
    void write(Weight weight, String message) {
      System.Logger.Level level =
          switch (weight) {
            case PROBLEM -> System.Logger.Level.ERROR;
            case WARNING -> System.Logger.Level.WARNING;
            default -> System.Logger.Level.INFO;
          };
      System.getLogger(NAME).log(level, message);
    }
  };

  static final String NAME = "loom-unpin";

  private final String awaited;

  LoggerBridge(String awaited) {
    this.awaited = awaited;
  }

  /** Internal name of a class that the JDK loads when somebody asks for the first logger. */
  String awaited() {
    return awaited;
  }

  abstract void write(Weight weight, String message);

  /** Writes to {@code java.util.logging}, whose module a JVM may not have. */
  private static final class JulLogger {

    /** Kept, since the JDK keeps loggers weakly, and with them what the application has set. */
    private static final Logger LOGGER = Logger.getLogger(NAME);

    private JulLogger() {}

    static void write(Weight weight, String message) {
      Level level =
          switch (weight) {
            case PROBLEM -> Level.SEVERE;
            case WARNING -> Level.WARNING;
            default -> Level.INFO;
          };
      // With the class, or the JDK would look through the stack for it.
      LOGGER.logp(level, NAME, null, message);
    }
  }
}
