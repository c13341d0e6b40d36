// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/** Processor time that all programs of this machine have used since its start. */
final class SystemTime {

  private static final Path STATISTICS = Path.of("/proc/stat");

  /** The kernel counts in hundredths of a second, whatever its own clock is. */
  private static final long TICK_MILLIS = 10;

  /** user, nice, system, irq, softirq, and steal, which is what another machine took. */
  private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

  private SystemTime() {}

  /** Empty where there is no /proc. */
  static Optional<Duration> now() {
    try {
      return Files.isReadable(STATISTICS)
          ? Optional.of(in(Files.readAllLines(STATISTICS).getFirst()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** From the line that begins with "cpu" and is the sum of all processors. */
  static Duration in(String line) {
    var fields = line.split("\\s+");
    long ticks = IntStream.of(BUSY).mapToLong(field -> Long.parseLong(fields[field])).sum();
    return Duration.ofMillis(TICK_MILLIS * ticks);
  }
}
