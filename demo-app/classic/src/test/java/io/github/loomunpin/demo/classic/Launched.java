// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** The application in a JVM of its own. */
final class Launched implements AutoCloseable {

  /** Only what hangs takes so long. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private final Child child;

  private Launched(Child child) {
    this.child = child;
  }

  static Launched of(Program program, Path output) throws IOException {
    return new Launched(program.printingTo(output).start());
  }

  String get(String path) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var target = child.awaitAddress(TIMEOUT).resolve(path);
      var request = HttpRequest.newBuilder(target).timeout(TIMEOUT).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  int exitCode() throws InterruptedException {
    assertThat(child.await(TIMEOUT)).as("ends by itself: %s", printed()).isTrue();
    return child.exitCode();
  }

  String printed() {
    return child.output();
  }

  /** Lets its shutdown hooks run: one of them ends the database it may have started. */
  @Override
  public void close() {
    try (child) {
      assertThat(child.stop(TIMEOUT)).as("ends when asked to: %s", printed()).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
