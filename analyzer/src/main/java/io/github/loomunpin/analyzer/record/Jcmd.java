// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Diagnostic commands of one JVM, by the jcmd of a JDK on this machine. */
final class Jcmd {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** The exit code of a program that Ctrl-C has ended. */
  private static final int INTERRUPTED = 130;

  private final Path jcmd;
  private final long pid;

  private Jcmd(Path jcmd, long pid) {
    this.jcmd = jcmd;
    this.pid = pid;
  }

  /** By the jcmd beside the Java that runs this, or else beside the one that runs the JVM. */
  static Jcmd of(long pid) throws RecordException {
    Optional<Path> beside =
        ProcessHandle.of(pid).flatMap(process -> process.info().command()).map(Path::of);
    return Stream.concat(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")), beside.stream())
        .map(java -> java.resolveSibling("jcmd"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(found -> new Jcmd(found, pid))
        .orElseThrow(
            () ->
                new RecordException(
                    "the Java that runs the analyzer has no jcmd; set JAVA_HOME to a JDK, or see"
                        + " what to run with --print-commands"));
  }

  /**
   * The output of a command, without the number of the process. Ctrl-C goes to every process of a
   * terminal, so also to a jcmd that runs just then; it is run again.
   *
   * @param command does no harm if it is run twice
   */
  String run(List<String> command) throws RecordException, InterruptedException {
    Optional<String> output = runOnce(command);
    return output.isPresent() ? output.get() : runOnce(command).orElse("");
  }

  /**
   * The output of a command that is not run again, without the number of the process; nothing if
   * Ctrl-C has ended jcmd.
   */
  Optional<String> runOnce(List<String> command) throws RecordException, InterruptedException {
    try {
      Ended ended = Program.of(jcmd.toString(), Long.toString(pid)).arguments(command).run(LIMIT);
      if (ended.exitCode() == INTERRUPTED) {
        return Optional.empty();
      }
      if (ended.exitCode() != 0) {
        throw new RecordException(
            "jcmd " + pid + " " + command.getFirst() + " failed: " + first(ended.errors()));
      }
      String output = ended.output();
      int line = output.indexOf('\n');
      return Optional.of(line < 0 ? output : output.substring(line + 1));
    } catch (IOException e) {
      throw new RecordException(
          "jcmd "
              + pid
              + " "
              + command.getFirst()
              + " failed: "
              + first(String.valueOf(e.getMessage())));
    }
  }

  /** What went wrong is said in the last line. */
  static String lastLine(String text) {
    return text.strip().lines().reduce((a, b) -> b).orElse("it gives no reason");
  }

  /** The reason is the first line of a stack trace. */
  private static String first(String text) {
    return text.lines()
        .map(line -> line.replaceFirst("^[\\w.$]+(Exception|Error): ", ""))
        .filter(line -> !line.isBlank())
        .findFirst()
        .orElse("it gives no reason");
  }
}
