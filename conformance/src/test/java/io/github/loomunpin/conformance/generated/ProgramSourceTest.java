// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramSourceTest {
  private static final Compiler OLD = new Compiler(false, 8, false);
  private static final Compiler NEW = new Compiler(false, 21, false);

  @Test
  void the_same_seed_makes_the_same_program() {
    String text = new ProgramSource(NEW, 5).text();

    assertThat(new ProgramSource(NEW, 5).text()).isEqualTo(text);
    assertThat(new ProgramSource(NEW, 6).text()).isNotEqualTo(text);
  }

  @Test
  void programs_have_every_kind_of_statement() {
    StringBuilder all = new StringBuilder();
    for (int seed = 0; seed < 60; seed++) {
      all.append(new ProgramSource(NEW, seed).text());
    }

    assertThat(all.toString())
        .contains(
            List.of(
                "synchronized (this)",
                "synchronized (self)",
                "synchronized (pick(",
                "static synchronized ",
                "= switch (",
                "case List<?>",
                "} finally {",
                "try (Closing",
                "while (true)",
                "do {",
                "continue L",
                "break L",
                "::notifyAll",
                ".wait(0, 1)",
                ".wait();",
                "Thread.holdsLock(",
                "class Local",
                "class Made",
                "class Initialized",
                "return t.value("));
  }

  @Test
  void older_releases_have_no_newer_statements() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(new ProgramSource(OLD, seed).text())
          .doesNotContain("default -> {", "yield ", "final var ");
    }
  }
}
