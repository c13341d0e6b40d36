// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The end of a heap, as a program's log tells it, or what asked the program for something. */
public final class OutOfMemory {

  private static final String ERROR = "java.lang.OutOfMemoryError";

  /** The messages of the error. jcmd prints no more of it. */
  private static final List<String> MESSAGES =
      List.of("Java heap space", "GC overhead limit exceeded");

  private OutOfMemory() {}

  /** Whether an answer of the program's JVM says so. */
  static boolean isSaidBy(String answer) {
    return answer.contains(ERROR) || answer.lines().map(String::strip).anyMatch(MESSAGES::contains);
  }

  /** Whether the program said so. Reads line by line: thousands of errors make a long log. */
  public static boolean in(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.contains(ERROR));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
