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
import java.util.regex.Pattern;

/**
 * A JVM that serves the application, from the moment it listens until it is closed.
 *
 * @param service which the application asks, and which ends with it
 */
record AppProcess(Child child, URI address, Optional<AppProcess> service) implements AutoCloseable {

  /** With the end of the line: what is printed in pieces must not be read as another port. */
  private static final Pattern LISTENING =
      Pattern.compile("^Listening on (http://\\S+)\\R", Pattern.MULTILINE);

  private static final Duration START_TIMEOUT = Duration.ofSeconds(120);

  /** Starts the application and waits until it listens; what it prints goes to {@code log}. */
  static AppProcess start(Program application, Path log) throws IOException, InterruptedException {
    var child = application.printingTo(log).start();
    try {
      var listening = child.awaitPrinted(LISTENING, START_TIMEOUT);
      return new AppProcess(child, URI.create(listening.group(1)), Optional.empty());
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
