// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** The kernel threads of a JVM that carry virtual threads. */
final class Carriers {

  /** The kernel keeps 15 characters of {@code ForkJoinPool-1-worker-1}. */
  private static final String NAME = "ForkJoinPool-1-";

  private Carriers() {}

  /** Empty where there is no /proc, or no such process. */
  static OptionalInt of(long pid) {
    return in(Path.of("/proc", Long.toString(pid), "task"));
  }

  static OptionalInt in(Path tasks) {
    if (!Files.isDirectory(tasks)) {
      return OptionalInt.empty();
    }
    int carriers = 0;
    try (var threads = Files.newDirectoryStream(tasks)) {
      for (var thread : threads) {
        carriers += isCarrier(thread) ? 1 : 0;
      }
    } catch (IOException e) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(carriers);
  }

  private static boolean isCarrier(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip().startsWith(NAME);
    } catch (IOException e) {
      // It has ended meanwhile.
      return false;
    }
  }
}
