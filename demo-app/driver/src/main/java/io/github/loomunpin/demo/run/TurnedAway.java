// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * How many attempts to connect this machine has turned away since its start, because the queue of a
 * listening socket was full. Whoever connects tries again by itself, first after a second.
 */
final class TurnedAway {

  private static final Path STATISTICS = Path.of("/proc/net/netstat");
  private static final String NAME = "ListenOverflows";

  private TurnedAway() {}

  /** Empty where the system does not say. */
  static OptionalLong now() {
    try {
      return Files.isReadable(STATISTICS)
          ? in(Files.readAllLines(STATISTICS))
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** From lines in pairs: one with names, and one with their values. */
  static OptionalLong in(List<String> lines) {
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      int column = List.of(lines.get(i).split(" ")).indexOf(NAME);
      var values = lines.get(i + 1).split(" ");
      if (column >= 0 && column < values.length) {
        return OptionalLong.of(Long.parseLong(values[column]));
      }
    }
    return OptionalLong.empty();
  }
}
