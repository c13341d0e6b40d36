// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/tutorial.md word by word, with another port. The service runs in the background
 * until it is started anew; so do the orders that are not answered while it is looked at.
 */
@Tag("long")
class TutorialIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path directory;

  @Test
  void who_follows_it_sees_the_freeze_and_the_cure() throws Exception {
    Optional<Jdk> jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk21.home");
    try (Follower follower =
        new Follower(
            RealProject.empty(directory.resolve("shop"), LocalRepository.of(TutorialIT.class)),
            jdk.get(),
            freePort())) {
      for (Page.Step step : Page.of(Path.of("../../docs/tutorial.md")).steps()) {
        follower.follow(step);
      }
      assertThat(follower.services).hasSize(2);
      for (Child orders : follower.orders) {
        assertThat(orders.await(LIMIT)).isTrue();
      }
      assertThat(follower.orders.getFirst().output()).isEmpty();
      assertThat(follower.orders.getLast().output()).isEqualTo("one apple, 9.99".repeat(4));
    }
  }

  private static String withoutFigures(String line) {
    return line.replaceAll("\\d+", "#");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static final class Follower implements AutoCloseable {

    private final RealProject project;
    private final Jdk jdk;
    private final String port;
    private final List<Child> services = new ArrayList<>();
    private final List<Child> orders = new ArrayList<>();

    Follower(RealProject project, Jdk jdk, int port) {
      this.project = project;
      this.jdk = jdk;
      this.port = String.valueOf(port);
    }

    void follow(Page.Step step) throws Exception {
      switch (step) {
        case Page.Written written -> write(written);
        case Page.Command command -> run(command);
      }
    }

    private void write(Page.Written written) throws IOException {
      Path file = project.file(written.file());
      Files.createDirectories(file.getParent());
      Files.writeString(file, written.text().replace("8080", port));
    }

    private void run(Page.Command command) throws Exception {
      String line = command.line().replace("8080", port);
      switch (line.substring(0, line.indexOf(' '))) {
        case "mvn" -> {
          Ended ended = project.maven(line.substring("mvn ".length()).split(" "));
          assertThat(ended.exitCode()).as(ended.output()).isZero();
        }
        case "java" -> serve(line + " --server.port=" + port);
        case "for" -> order(line);
        default -> {
          Ended ended = shell(line).run(LIMIT);
          // The analyzer ends with 1 where it has found something.
          assertThat(ended.exitCode())
              .as(ended.output() + ended.errors())
              .isEqualTo(line.contains("analyzer") ? 1 : 0);
          if (!command.output().isEmpty()) {
            assertThat(ended.output().lines().map(TutorialIT::withoutFigures))
                .as(ended.output())
                .containsSubsequence(
                    command.output().stream().map(TutorialIT::withoutFigures).toList());
          }
        }
      }
    }

    private void order(String line) throws Exception {
      orders.add(shell(line).start());
      if (services.size() == 1) {
        // The first time they freeze it: then it answers nobody.
        Program price = shell("curl -s -m 2 localhost:" + port + "/price");
        while (price.run(LIMIT).exitCode() == 0) {
          Thread.sleep(100);
        }
      }
    }

    private void serve(String line) throws Exception {
      services.forEach(Child::close);
      Child service = shell("exec " + line).printing(new Output.Captured()).start();
      services.add(service);
      service.awaitPrinted(Pattern.compile("Started Shop in"), LIMIT);
    }

    private Program shell(String line) {
      String path =
          String.join(
              File.pathSeparator,
              jdk.bin("").toString(),
              Jdk.running().bin("").toString(),
              System.getenv("PATH"));
      return Program.of("bash", "-c", line)
          .in(project.file(""))
          .with("PATH", path)
          .with("LOOM_UNPIN_HOME", HOME.toString())
          .without("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");
    }

    @Override
    public void close() {
      orders.forEach(Child::close);
      services.forEach(Child::close);
    }
  }
}
