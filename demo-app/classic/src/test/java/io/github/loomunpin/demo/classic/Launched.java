// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The application in a JVM of its own. */
final class Launched implements AutoCloseable {

  private static final Pattern LISTENING =
      Pattern.compile("^Listening on (http://\\S+)$", Pattern.MULTILINE);
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  private final Process process;
  private final Path output;

  private Launched(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Those arguments begin with the options of the JVM and how to find the application. */
  static Launched with(Path javaHome, Path output, List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(javaHome.resolve("bin/java").toString());
    command.addAll(arguments);
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Launched(process, output);
  }

  String get(String path) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(address().resolve(path)).timeout(TIMEOUT).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  private URI address() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var listening = LISTENING.matcher(printed());
      if (listening.find()) {
        return URI.create(listening.group(1));
      }
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new AssertionError("does not listen: " + printed());
  }

  int exitCode() throws IOException, InterruptedException {
    if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("does not end: " + printed());
    }
    return process.exitValue();
  }

  String printed() throws IOException {
    return Files.readString(output);
  }

  /** Lets its shutdown hooks run: one of them ends the database it may have started. */
  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
