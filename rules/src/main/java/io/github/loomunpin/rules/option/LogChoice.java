// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How much the agent says, and where.
 *
 * @param file present if the target is {@link Target#FILE}
 */
public record LogChoice(Level level, Target target, Optional<Path> file) {

  /** How much is said; each says what the one before says. */
  public enum Level {
    /** Nothing but what may be unsafe, and why nothing is rewritten. */
    QUIET,
    NORMAL,
    /** Each rewritten class, and each class of a list that is only counted otherwise. */
    VERBOSE
  }

  /** Where it is said. */
  public enum Target {
    STDERR,
    FILE,
    /** By {@code java.util.logging}. */
    JUL,
    /** By {@link System.Logger}. */
    SYSTEM_LOGGER
  }

  /**
   * @param log the value of {@code log}
   * @param verbose whether {@code verbose=true} is given, which is an older way to say it
   */
  static Level level(String log, boolean verbose) throws BadOptionException {
    Level level =
        switch (log) {
          case "quiet" -> Level.QUIET;
          case "normal" -> Level.NORMAL;
          case "verbose" -> Level.VERBOSE;
          default ->
              throw new BadOptionException("invalid log=" + log + ": use quiet, normal or verbose");
        };
    if (verbose && level != Level.VERBOSE) {
      throw new BadOptionException("verbose=true and log=" + log + " contradict each other");
    }
    return level;
  }

  /**
   * @param to the value of {@code log.to}
   */
  static Target target(String to) {
    return switch (to) {
      case "stderr" -> Target.STDERR;
      case "jul" -> Target.JUL;
      case "system-logger" -> Target.SYSTEM_LOGGER;
      default -> Target.FILE;
    };
  }
}
