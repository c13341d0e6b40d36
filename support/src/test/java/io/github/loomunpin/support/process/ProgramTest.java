// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void output_errors_and_exit_code_are_told_apart() throws Exception {
    Ended ended = Subject.program("print", "3").run(LIMIT);

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.output()).isEqualToIgnoringNewLines("said");
    assertThat(ended.errors()).isEqualToIgnoringNewLines("complained");
    assertThat(ended.time()).isPositive();
  }

  @Test
  void a_bad_exit_code_is_said_with_the_command_and_its_errors() throws Exception {
    Ended ended = Subject.program("print", "3").run(LIMIT);

    assertThatThrownBy(ended::successfully)
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("exit code 3: ")
        .hasMessageContaining("Subject print 3")
        .hasMessageEndingWith("it printed at last: complained");
    assertThat(Subject.program("print", "0").run(LIMIT).successfully().exitCode()).isZero();
  }

  @Test
  void both_streams_go_to_a_file() throws Exception {
    Path log = folder.resolve("log.txt");

    Ended ended = Subject.program("print", "0").printingTo(log).run(LIMIT);

    assertThat(Files.readAllLines(log)).containsExactlyInAnyOrder("said", "complained");
    assertThat(ended.output()).isEqualTo(Files.readString(log));
  }

  @Test
  void a_flood_is_read_without_stopping_it_but_refused() {
    assertThatThrownBy(() -> Subject.program("flood").run(LIMIT))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("printed more than 64 MB: ");
  }

  @Test
  void lines_arrive_while_it_runs() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    try (Child child = Subject.program("sleep").printing(new Output.ByLine(lines::add)).start()) {
      while (lines.isEmpty()) {
        assertThat(child.await(Duration.ofMillis(20))).isFalse();
      }
      assertThat(lines).containsExactly("sleeping");
    }
  }

  @Test
  void a_program_that_does_not_exist_is_named() {
    assertThatThrownBy(() -> Program.of("no-such-program", "x").run(LIMIT))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("cannot start no-such-program x: ");
  }

  @Test
  void time_that_is_over_is_said_and_ends_it() throws Exception {
    Throwable failure = catchThrowable(() -> Subject.program("sleep").run(Duration.ofSeconds(2)));

    assertThat(failure).isInstanceOf(ProcessFailure.class);
    Matcher said =
        Pattern.compile("still running after 2 s; its threads are in (\\S+): .*", Pattern.DOTALL)
            .matcher(failure.getMessage());
    assertThat(said.matches()).as(failure.getMessage()).isTrue();
    Path threads = Path.of(said.group(1));
    assertThat(threads).content().contains("\"main\"");
    Files.delete(threads);
  }

  @Test
  void a_jvm_does_not_take_options_from_the_environment() throws Exception {
    String[] names = {"environment", "JAVA_TOOL_OPTIONS", "LOOM_UNPIN", "OTHER"};
    Program program =
        Subject.program(names).with("OTHER", "x").with("JAVA_TOOL_OPTIONS", "-Dset=by-test");

    assertThat(program.run(LIMIT).output()).contains("JAVA_TOOL_OPTIONS=-Dset", "OTHER=x");
    assertThat(program.without("JAVA_TOOL_OPTIONS").run(LIMIT).output())
        .contains("JAVA_TOOL_OPTIONS=null", "LOOM_UNPIN=null", "OTHER=x");
    assertThat(Subject.program(names).environment().keySet())
        .containsExactlyInAnyOrder("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LOOM_UNPIN");
  }

  @Test
  void a_program_runs_in_its_folder() throws Exception {
    Program program = Jdk.running().java().options("-XshowSettings:properties").program();

    assertThat(program.in(folder).arguments("-version").run(LIMIT).errors())
        .contains("user.dir = " + folder.toRealPath());
  }

  @Test
  void the_order_of_a_command_line_is_that_of_the_calls() {
    Program program =
        new Jdk(21, Path.of("jdk"))
            .java()
            .options("-Xmx1m")
            .agent(Path.of("a.jar"))
            .agent(Path.of("b.jar"), "x=1")
            .classPath(Path.of("c"))
            .main("Main", "argument");

    assertThat(program.toString().replace('\\', '/'))
        .isEqualTo("jdk/bin/java -Xmx1m -javaagent:a.jar -javaagent:b.jar=x=1 -cp c Main argument");
  }
}
