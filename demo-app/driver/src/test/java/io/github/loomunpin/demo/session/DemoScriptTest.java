// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ./demo decides before it looks for a JDK or builds anything, and how it builds. */
@DisabledOnOs(OS.WINDOWS)
class DemoScriptTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Path SCRIPT = Path.of("../../demo").toAbsolutePath().normalize();

  @TempDir private Path folder;

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
    return Program.of("bash", SCRIPT.toString()).arguments(arguments).run(TIMEOUT);
  }

  @Test
  void what_is_startable_starts_while_the_build_goes_on_and_hears_of_its_end() throws Exception {
    var project =
        project(
            """
            echo "[INFO] Building loom-unpin agent 0.1.0-SNAPSHOT            [1/2]"
            echo "[INFO] Replacing main artifact /x/demo.jar with repackaged archive, adding nested"
            # The build ends when what it has made runs.
            while [ ! -f started ]; do sleep 0.1; done
            """,
            """
            touch started
            read -r line
            echo "$line, then runs:" "$@"
            """);

    var demo = project.run(TIMEOUT);

    assertThat(demo.exitCode()).as(demo.errors()).isZero();
    assertThat(demo.output()).startsWith("built, then runs: ").contains("--building");
    assertThat(demo.errors()).contains("building 1 of 2: loom-unpin agent");
  }

  @Test
  void a_build_that_fails_ends_all_with_its_error() throws Exception {
    var project =
        project(
            """
            echo "[INFO] Replacing main artifact /x/demo.jar with repackaged archive, adding nested"
            while [ ! -f started ]; do sleep 0.1; done
            echo "[ERROR] A.java is broken"
            exit 1
            """,
            """
            touch started
            read -r line || exit 4
            """);

    var demo = project.run(TIMEOUT);

    assertThat(demo.exitCode()).isEqualTo(4);
    assertThat(demo.errors())
        .contains("[ERROR] A.java is broken", "demo: the build failed; the whole log is");
  }

  @Test
  void a_signal_ends_the_build_and_what_runs() throws Exception {
    var project =
        project(
            """
            echo $$ >maven
            echo "[INFO] Replacing main artifact /x/demo.jar with repackaged archive, adding nested"
            while [ ! -f java ]; do sleep 0.1; done
            touch started
            exec sleep 600
            """,
            """
            echo $$ >java
            exec sleep 600
            """);

    try (var demo = project.start()) {
      while (!Files.exists(folder.resolve("started"))) {
        Thread.sleep(50);
      }
      assertThat(demo.stop(TIMEOUT)).isTrue();

      assertThat(demo.exitCode()).isEqualTo(143);
    }
    for (var name : List.of("maven", "java")) {
      var pid = Long.parseLong(Files.readString(folder.resolve(name)).strip());
      // It may still wait for somebody to ask for its exit code.
      ProcessHandle.of(pid).ifPresent(process -> process.onExit().orTimeout(10, MINUTES).join());
    }
  }

  /** The script in a project of its own, where Maven and Java are other scripts. */
  private Program project(String maven, String java) throws IOException {
    Files.copy(SCRIPT, folder.resolve("demo"));
    script("tools/jdk", "echo \"$PWD\"");
    Files.copy(SCRIPT.resolveSibling("tools/groups.sh"), folder.resolve("tools/groups.sh"));
    script("bin/mvn", maven);
    script("bin/java", java);
    return Program.of("bash", folder.resolve("demo").toString())
        .with("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
  }

  private void script(String name, String content) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
