// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.scenario.Scenarios;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All torture tests: the programs and the scenarios. */
final class Tests {
  private Tests() {}

  /** What is said of each by its name, topic after topic. */
  static Map<String, Torture> all() {
    List<Class<?>> topics =
        Stream.of(Programs.topics(), Scenarios.topics()).flatMap(List::stream).toList();
    Map<String, Torture> all = new LinkedHashMap<>();
    Programs.byName(topics)
        .forEach((name, method) -> all.put(name, method.getAnnotation(Torture.class)));
    return all;
  }
}
