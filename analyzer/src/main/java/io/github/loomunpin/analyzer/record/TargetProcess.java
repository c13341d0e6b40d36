// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The process that is to be recorded or watched. */
public final class TargetProcess {

  /** By this age a JVM has loaded itself and handles signals. */
  private static final Duration YOUNG = Duration.ofSeconds(3);

  private static final long PAUSE_MILLIS = 50;

  private static final int QUIT = 3;

  private TargetProcess() {}

  /**
   * Finds the JVM of that number. Where the system shows that a process is not a JVM, nobody asks
   * it: the signal by which a JVM is asked would end it. One that has just started gets a moment.
   *
   * @throws RecordException if there is none, or it cannot be asked
   */
  public static ProcessHandle find(long pid) throws RecordException, InterruptedException {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(
                () ->
                    new RecordException(
                        whyHidden(pid).orElse("there is no process " + pid + " on this machine")));
    Optional<String> problem = problem(process);
    while (problem.isPresent() && isYoung(process)) {
      Thread.sleep(PAUSE_MILLIS);
      problem = problem(process);
    }
    if (problem.isPresent()) {
      throw new RecordException(problem.get());
    }
    return process;
  }

  /**
   * Why a process cannot be found although there may be one; empty if there is none. On Linux, Java
   * finds processes in /proc alone: where that is missing, it does not even find its own.
   */
  static Optional<String> whyHidden(long pid) {
    return ProcessHandle.of(ProcessHandle.current().pid()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "process "
                + pid
                + " cannot be found, because /proc is missing: run the analyzer where /proc is"
                + " mounted");
  }

  private static boolean isYoung(ProcessHandle process) {
    return process.isAlive()
        && process
            .info()
            .startInstant()
            .filter(start -> start.plus(YOUNG).isAfter(Instant.now()))
            .isPresent();
  }

  private static Optional<String> problem(ProcessHandle process) {
    Path shown = Path.of("/proc", Long.toString(process.pid()));
    if (!hasLine(shown.resolve("maps"), line -> line.contains("libjvm"))) {
      String name = process.info().command().map(program -> " (" + program + ")").orElse("");
      return Optional.of("process " + process.pid() + name + " is not a JVM");
    }
    return hasLine(shown.resolve("status"), TargetProcess::catchesQuit)
        ? Optional.empty()
        : Optional.of(
            "process "
                + process.pid()
                + " does not handle SIGQUIT, by which a JVM is asked; it was started with -Xrs, or"
                + " is not a JVM");
  }

  /** Linux shows the signals that a process handles as bits of a number. */
  private static boolean catchesQuit(String line) {
    String caught = "SigCgt:";
    return line.startsWith(caught)
        && (Long.parseUnsignedLong(line.substring(caught.length()).strip(), 16) & 1L << QUIT - 1)
            != 0;
  }

  /**
   * True as well where the system does not show the file: then the attempt to ask the process tells
   * what is wrong.
   */
  private static boolean hasLine(Path file, Predicate<String> wanted) {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(wanted);
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }
}
