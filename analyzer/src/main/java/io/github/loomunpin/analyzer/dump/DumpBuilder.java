// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A dump while its lines are read. */
final class DumpBuilder {

  final DumpFormat format;
  long pid;
  Optional<LocalDateTime> time = Optional.empty();
  String version = "";

  /** Where it was cut off, as one clause; empty if it seems to be whole. */
  Optional<String> cut = Optional.empty();

  private final List<DumpedThread> threads = new ArrayList<>();

  DumpBuilder(DumpFormat format) {
    this.format = format;
  }

  void add(DumpedThread thread) {
    threads.add(thread);
  }

  boolean isEmpty() {
    return threads.isEmpty();
  }

  ThreadDump build(String source) {
    return new ThreadDump(
        source, format, pid, time, jvm(version), List.copyOf(threads), cut.isPresent());
  }

  private static Jvm jvm(String version) {
    return new Jvm(feature(version), version, Optional.empty(), Map.of(), Optional.empty());
  }

  private static int feature(String version) {
    try {
      return version.isEmpty() ? 0 : Runtime.Version.parse(version).feature();
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }
}
