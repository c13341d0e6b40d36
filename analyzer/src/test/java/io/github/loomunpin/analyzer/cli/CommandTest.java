// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands as a shell would, but in this JVM. */
abstract class CommandTest {

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  void assertExit(int expected, String... args) {
    assertThat(Main.run(new PrintWriter(out), new PrintWriter(err), args))
        .as("%s%n%s", String.join(" ", args), err)
        .isEqualTo(expected);
  }

  /** Wrong usage is one line that says what to do, and nothing else. */
  final void assertUsage(String message, String... args) {
    clear();
    assertExit(2, args);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains(message).contains("--help explains)");
    assertThat(out.toString()).isEmpty();
  }

  /** Forgets what was printed. */
  final void clear() {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
  }
}
