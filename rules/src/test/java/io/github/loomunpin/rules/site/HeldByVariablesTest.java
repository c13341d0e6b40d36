// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is known without data flow; that it is right {@link HeldMonitorsTest} asks of all code. */
class HeldByVariablesTest {

  @Test
  void what_compilers_make_is_known() {
    assertThat(byVariables("load a", "dup", "store d", "monitorenter", "load d", "monitorexit"))
        .isPresent();
    assertThat(byVariables("load a", "monitorenter", "load a", "monitorexit")).isPresent();
  }

  @Test
  void nothing_is_known_of_what_is_overwritten_or_elsewhere() {
    String[] enter = {"load a", "dup", "store d", "monitorenter"};
    assertThat(byVariables(enter, "load b", "store d", "load d", "monitorexit")).isEmpty();
    assertThat(byVariables(enter, "load b", "monitorexit")).isEmpty();
    assertThat(byVariables(enter, "load d", "nop", "monitorexit")).isEmpty();
    assertThat(byVariables(enter, "load b", "ifnull OUT", "load d", "monitorexit", "OUT:"))
        .isEmpty();
    // A parameter, of which the block has a copy, may be overwritten.
    assertThat(byVariables(enter, "load b", "store a", "load d", "monitorexit")).isPresent();
  }

  private static Optional<HeldMonitors> byVariables(String[] enter, String... code) {
    return byVariables(Stream.of(enter, code).flatMap(Stream::of).toArray(String[]::new));
  }

  private static Optional<HeldMonitors> byVariables(String... code) {
    return HeldMonitors.byVariables(new Assembler(String.join("\n", code) + "\nreturn\n").method());
  }
}
