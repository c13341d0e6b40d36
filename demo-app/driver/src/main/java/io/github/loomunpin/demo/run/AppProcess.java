// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM that serves the application, from the moment it listens until it is closed. */
final class AppProcess implements AutoCloseable {

  private static final Pattern LISTENING =
      Pattern.compile("^Listening on (http://\\S+)$", Pattern.MULTILINE);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(120);

  private final Process process;
  private final Thread killer;
  private final URI address;

  private AppProcess(Process process, Thread killer, URI address) {
    this.process = process;
    this.killer = killer;
    this.address = address;
  }

  /** Starts the command and waits until it listens; what it prints goes to {@code log}. */
  static AppProcess start(List<String> command, Path log) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    // Otherwise it would outlive a driver that is interrupted.
    var killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (true) {
      Matcher listening = LISTENING.matcher(Files.readString(log));
      if (listening.find()) {
        return new AppProcess(process, killer, URI.create(listening.group(1)));
      }
      if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() - deadline > 0) {
        process.destroyForcibly();
        throw new IOException(
            "the application does not start; its last words in %s: %s"
                .formatted(
                    log, Files.readString(log).strip().lines().reduce((a, b) -> b).orElse("none")));
      }
    }
  }

  long pid() {
    return process.pid();
  }

  URI address() {
    return address;
  }

  /** Asks it to end, so that its shutdown hooks run; one that is frozen does not. */
  void stop(Duration patience) throws InterruptedException {
    process.destroy();
    process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    Runtime.getRuntime().removeShutdownHook(killer);
  }
}
