// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The application alone. The short form asks it with the agent in {@link VirtualThreadsIT}, and
 * without it where the demo's driver runs the rounds.
 */
@Tag("long")
class ClassicApplicationIT {

  private static final List<String> JAR = List.of("-jar", System.getProperty("classic.jar"));
  private static final List<String> CLASS_PATH =
      List.of("-cp", System.getProperty("classic.classPath"), ClassicApplication.class.getName());

  private static EmbeddedDatabase database;

  @TempDir private Path directory;

  @BeforeAll
  static void startDatabase() throws IOException {
    database = EmbeddedDatabase.start(30);
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
  }

  @ParameterizedTest(name = "jdk {0}, virtual threads: {1}")
  @CsvSource({"21, false", "21, true", "25, true"})
  void answers_as_an_executable_jar(int jdk, boolean virtualThreads) throws Exception {
    try (var application =
        launch(
            jdk,
            virtualThreads,
            JAR,
            List.of("--port", "0", "--pool-size", "3", "--db", database.url()))) {

      assertThat(application.get("/")).isEqualTo("OK");
      assertThat(application.get("/sql")).isEqualTo("[{pg_sleep=}]");
      assertThat(application.get("/ok")).isEqualTo("OK");
      assertThat(application.get("/sql/ok")).isEqualTo("[{one=1}]");
      assertThat(application.printed())
          .contains(
              "Apache Tomcat/9.0.38, requests on "
                  + (virtualThreads ? "virtual threads" : "1000 kernel threads")
                  + ", pool of 3 filled");
    }
  }

  @Test
  void answers_from_a_class_path_with_a_database_of_its_own() throws Exception {
    try (var application =
        launch(21, true, CLASS_PATH, List.of("--port", "0", "--pool-size", "2"))) {

      assertThat(application.get("/")).isEqualTo("OK");
      assertThat(application.get("/sql")).isEqualTo("[{pg_sleep=}]");
    }
  }

  @Test
  void a_port_in_use_is_said_in_one_line() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var application =
            launch(
                21,
                false,
                JAR,
                List.of(
                    "--port", Integer.toString(taken.getLocalPort()), "--db", database.url()))) {

      assertThat(application.exitCode()).isEqualTo(2);
      assertThat(application.printed())
          .hasLineCount(1)
          .startsWith("classic: port " + taken.getLocalPort() + " cannot be used");
    }
  }

  @Test
  void a_database_with_too_few_connections_is_said_in_one_line() throws Exception {
    try (var application =
        launch(
            21, false, JAR, List.of("--port", "0", "--pool-size", "100", "--db", database.url()))) {

      assertThat(application.exitCode()).isEqualTo(3);
      assertThat(application.printed())
          .contains("of 100 connections", "max_connections", "--pool-size")
          .doesNotContain("\tat ");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "--unknown=1, 2, Unknown option: '--unknown=1'",
    "--port=many, 2, 'Invalid value for option ''--port'''",
    "--port=70000, 2, --port must be 0 to 65535",
    "--pool-size=0, 2, --pool-size must be at least 1",
    "--db=jdbc:mysql:x, 2, --db must be like jdbc:postgresql:",
    "--db=jdbc:postgresql://127.0.0.1:1/x?user=x, 3, no PostgreSQL answers at",
  })
  void bad_input_is_said_without_a_stack_trace(String option, int exitCode, String message)
      throws Exception {
    try (var application = launch(21, false, JAR, List.of(option))) {

      assertThat(application.exitCode()).isEqualTo(exitCode);
      assertThat(application.printed()).contains(message).doesNotContain("\tat ");
    }
  }

  @Test
  void virtual_threads_are_true_or_false() throws Exception {
    var options = List.of("--port", "0", "--db", database.url());
    try (var application = launch(21, "perhaps", JAR, options)) {

      assertThat(application.exitCode()).isEqualTo(2);
      assertThat(application.printed())
          .isEqualToIgnoringNewLines(
              "classic: -DvirtualThreads must be true or false, not perhaps");
    }
  }

  private Launched launch(int jdk, boolean virtualThreads, List<String> how, List<String> options)
      throws IOException {
    return launch(jdk, Boolean.toString(virtualThreads), how, options);
  }

  private Launched launch(
      int feature, String virtualThreads, List<String> how, List<String> options)
      throws IOException {
    var jdk = Jdk.named(feature);
    assumeTrue(jdk.isPresent(), "no JDK " + feature);
    var program =
        jdk.get()
            .java()
            .options(
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-DvirtualThreads=" + virtualThreads)
            .options(how)
            .program()
            .arguments(options);
    return Launched.of(program, directory.resolve("out"));
  }
}
