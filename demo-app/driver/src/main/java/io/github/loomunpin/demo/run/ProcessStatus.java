// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the operating system says about a process.
 *
 * @param rssBytes memory in RAM
 * @param threads kernel threads
 */
public record ProcessStatus(long rssBytes, long threads) {

  /** Empty where there is no /proc, or no such process. */
  static Optional<ProcessStatus> of(long pid) {
    var status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.isReadable(status)) {
      return Optional.empty();
    }
    try {
      return parse(Files.readString(status));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<ProcessStatus> parse(String status) {
    var rssKilobytes = number(status, "VmRSS:");
    var threads = number(status, "Threads:");
    return rssKilobytes.isPresent() && threads.isPresent()
        ? Optional.of(new ProcessStatus(rssKilobytes.getAsLong() * 1024, threads.getAsLong()))
        : Optional.empty();
  }

  private static OptionalLong number(String status, String field) {
    return status
        .lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()).replaceAll("\\D", ""))
        .filter(digits -> !digits.isEmpty())
        .mapToLong(Long::parseLong)
        .findFirst();
  }
}
