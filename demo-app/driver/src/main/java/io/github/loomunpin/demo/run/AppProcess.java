// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A JVM that serves the application, from the moment it listens until it is closed.
 *
 * @param service which the application asks, and which ends with it
 */
record AppProcess(Child child, URI address, Optional<AppProcess> service) implements AutoCloseable {

  /** Only a hang reaches it: an application that cannot start ends by itself. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  /** Starts the application and waits until it listens; what it prints goes to {@code log}. */
  static AppProcess start(Program application, Path log) throws IOException, InterruptedException {
    var child = application.printingTo(log).start();
    try {
      return new AppProcess(child, child.awaitAddress(START_TIMEOUT), Optional.empty());
    } catch (IOException e) {
      var said = child.lastWords();
      child.close();
      throw new IOException(
          "the application does not start; its last words in %s: %s".formatted(log, said), e);
    } catch (InterruptedException e) {
      child.close();
      throw e;
    }
  }

  AppProcess with(AppProcess itsService) {
    return new AppProcess(child, address, Optional.of(itsService));
  }

  /** The port of the service that the application asks; empty if it asks none. */
  OptionalInt servicePort() {
    return service.stream().mapToInt(asked -> asked.address().getPort()).findFirst();
  }

  /** What is done with it while it runs. */
  interface Use<T> {
    T of() throws IOException, InterruptedException;
  }

  /**
   * If that fails since it has ended by itself, this says so: whatever asks for it only knows that
   * it does not answer.
   */
  <T> T whileItRuns(Use<T> use) throws IOException, InterruptedException {
    try {
      var made = use.of();
      if (!hasEnded()) {
        return made;
      }
    } catch (IOException | RuntimeException e) {
      if (!hasEnded()) {
        throw e;
      }
    }
    throw new IOException(
        "the application ended by itself with exit code %d; its last words: %s"
            .formatted(child.exitCode(), child.lastWords()));
  }

  boolean hasEnded() throws InterruptedException {
    return child.await(Duration.ZERO);
  }

  long pid() {
    return child.pid();
  }

  /** Asks it to end, so that its shutdown hooks run; one that is frozen does not. */
  void stop(Duration patience) throws InterruptedException {
    child.stop(patience);
  }

  @Override
  public void close() {
    child.close();
    service.ifPresent(AppProcess::close);
  }
}
