// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The processors that programs may use. Linux has a command that keeps a program to some of them;
 * elsewhere a program gets all, and the JVM's own limit is the only one.
 *
 * @param numbers of those that this JVM may use; empty if the system does not say, or has no such
 *     command
 */
record Processors(List<Integer> numbers) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern ALLOWED =
      Pattern.compile("^Cpus_allowed_list:\\s*(\\S+)", Pattern.MULTILINE);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  static Processors current() throws InterruptedException {
    try {
      if (Files.isReadable(STATUS)
          && Program.of("taskset", "--version").run(TIMEOUT).exitCode() == 0) {
        return new Processors(allowed(Files.readString(STATUS)));
      }
    } catch (IOException e) {
      // There is no such command.
    }
    return new Processors(List.of());
  }

  /** From "0-2,5" to 0, 1, 2 and 5; empty if there is no such line. */
  static List<Integer> allowed(String status) {
    var list = ALLOWED.matcher(status);
    var numbers = new ArrayList<Integer>();
    if (list.find()) {
      for (var range : list.group(1).split(",")) {
        var ends = range.split("-");
        int last = Integer.parseInt(ends[ends.length - 1]);
        IntStream.rangeClosed(Integer.parseInt(ends[0]), last).forEach(numbers::add);
      }
    }
    return numbers;
  }

  /** The program on so many of them; on all if there are no more. */
  Program first(int count, Program program) {
    return numbers.size() > count ? on(numbers.subList(0, count), program) : program;
  }

  /** The program on those that {@link #first} leaves; on all if it leaves none. */
  Program others(int count, Program program) {
    return numbers.size() > count ? on(numbers.subList(count, numbers.size()), program) : program;
  }

  private static Program on(List<Integer> some, Program program) {
    return program.startedBy(
        "taskset",
        "-c",
        some.stream().map(number -> Integer.toString(number)).collect(Collectors.joining(",")));
  }
}
