// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

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
      // One application starts while another one ends.
      open = Optional.of(options.database(connections, 2 * connections, progress));
    }
    return open.get().url();
  }

  /** Whether two applications may have so many at one time. */
  boolean has(int bothNeed) {
    return bothNeed == 0 || open.map(database -> database.has(bothNeed)).orElse(false);
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
