// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ./demo decides before it looks for a JDK or builds anything. */
@DisabledOnOs(OS.WINDOWS)
class DemoScriptTest {

  private static final Path SCRIPT = Path.of("../../demo").toAbsolutePath().normalize();

  @Test
  void help_is_on_stdout() throws Exception {
    var demo = demo("--help");

    assertThat(demo.exitCode()).isZero();
    assertThat(demo.output()).startsWith("usage: ./demo").contains("--quick", "exit codes: 0");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "--fast, 'demo: unknown option --fast (./demo --help explains)'",
    "--db, 'demo: --db needs the JDBC address of a PostgreSQL'",
    "--db=, 'demo: unknown option --db= (./demo --help explains)'",
    "quick, 'demo: unknown option quick (./demo --help explains)'",
    "--only, 'demo: --only needs a value (./demo --help explains)'",
    "--skip=, 'demo: unknown option --skip= (./demo --help explains)'",
  })
  void bad_usage_ends_with_2_and_one_line(String argument, String message) throws Exception {
    var demo = demo(argument);

    assertThat(demo.exitCode()).isEqualTo(2);
    assertThat(demo.output()).isEmpty();
    assertThat(demo.errors()).isEqualToIgnoringNewLines(message).hasLineCount(1);
  }

  @Test
  void all_rounds_are_known_by_name_and_listed() throws Exception {
    var names =
        Experiments.all().stream()
            .flatMap(experiment -> experiment.rounds().stream())
            .map(Round::id)
            .toList();

    var demo = demo(Stream.concat(names.stream(), Stream.of("--help")).toArray(String[]::new));

    assertThat(demo.exitCode()).as(demo.errors()).isZero();
    assertThat(demo.output()).contains(names);
  }

  private static Ended demo(String... arguments) throws Exception {
    return Program.of("bash", SCRIPT.toString()).arguments(arguments).run(Duration.ofMinutes(1));
  }
}
