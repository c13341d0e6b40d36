// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.ErrorOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

  @TempDir private Path project;

  @RegisterExtension private final ErrorOutput err = new ErrorOutput();

  @Test
  void an_unknown_option_is_named() {
    var said = new StringWriter();

    int exitCode =
        DemoCommand.commandLine()
            .setErr(new PrintWriter(said))
            .execute("--project", ".", "--jdk21", ".", "--fast");

    assertThat(exitCode).isEqualTo(2);
    assertThat(said.toString()).contains("--fast");
  }

  @Test
  void an_address_of_another_database_is_refused() {
    assertThat(run("--db", "jdbc:mysql://localhost/x")).isEqualTo(2);
    assertThat(lastLine()).startsWith("demo: --db must be like jdbc:postgresql://");
  }

  @Test
  void a_database_that_does_not_answer_is_said_in_one_line() {
    // Port 1 is reserved and refuses.
    assertThat(run("--db", "jdbc:postgresql://127.0.0.1:1/x?user=x")).isEqualTo(3);
    assertThat(lastLine()).startsWith("demo: no PostgreSQL answers at jdbc:postgresql://");
    assertThat(err.text()).doesNotContain("\tat ");
  }

  @Test
  void no_connection_is_too_few() {
    for (var number : List.of("0", "-5")) {
      assertThat(run("round2", "--connections", number)).isEqualTo(2);
      assertThat(err.text()).endsWith("demo: --connections must be 1 or more\n");
    }
  }

  @Test
  void names_that_are_none_do_not_stand_for_all() {
    assertThat(run("--only", ",")).isEqualTo(2);
    assertThat(err.text()).endsWith("demo: --only needs names\n");
    assertThat(run("--skip", ",")).isEqualTo(2);
    assertThat(run("--only=")).isEqualTo(2);
  }

  @Test
  void a_name_that_there_is_not_comes_with_those_that_there_are() {
    assertThat(run("--only", "roundx")).isEqualTo(2);
    assertThat(err.text())
        .contains("nothing is called roundx; there are: kernel, kernel-300, round1");
  }

  @Test
  void a_part_is_not_published() {
    assertThat(run("--publish", "--only", "round2")).isEqualTo(2);
    assertThat(run("--publish", "--connections", "247")).isEqualTo(2);
    assertThat(run("--publish", "--quick")).isEqualTo(2);
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--project", project.toString(), "--jdk21", "none"));
    return DemoCommand.commandLine().execute(all.toArray(String[]::new));
  }

  private String lastLine() {
    return err.text().lines().reduce((a, b) -> b).orElse("");
  }
}
