// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import java.io.IOException;
import java.util.Optional;

/** The one database of all trials, from the first that needs it to the end. */
final class Databases implements AutoCloseable {

  private final CommonOptions options;
  private final Progress progress;
  private final int connections;
  private Optional<SharedDatabase> open = Optional.empty();

  /**
   * @param connections as many as the trial needs that needs most
   */
  Databases(CommonOptions options, Progress progress, int connections) {
    this.options = options;
    this.progress = progress;
    this.connections = connections;
  }

  /** The JDBC address; empty if no connections are needed. */
  Optional<String> url(int neededConnections) {
    if (neededConnections == 0) {
      return Optional.empty();
    }
    if (open.isEmpty()) {
      open = Optional.of(options.database(connections, progress));
    }
    return open.get().url();
  }

  /** The next trial that needs one gets a new one. */
  @Override
  public void close() {
    try {
      if (open.isPresent()) {
        open.get().close();
      }
    } catch (IOException e) {
      progress.say("PostgreSQL does not end: " + e.getMessage());
    }
    open = Optional.empty();
  }
}
