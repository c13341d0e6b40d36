// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The one PostgreSQL of all runs, from the first that needs it to the end: the user's, or one that
 * ends with the demo.
 */
public final class SharedDatabase implements AutoCloseable {

  /** Only a database that never answers reaches it. */
  private static final int LOGIN_TIMEOUT_SECONDS = 60;

  /** For the superuser, and for those of a run that has just ended. */
  private static final int SPARE_CONNECTIONS = 100;

  private static final String EXAMPLE =
      "jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD";

  private final Optional<String> address;
  private final int needed;
  private final Progress progress;
  private Optional<Open> open = Optional.empty();

  /** One that answers; {@code embedded} is empty if it is the user's. */
  private record Open(String url, int connections, Optional<EmbeddedDatabase> embedded) {}

  /**
   * @param address the JDBC address of the user's; empty for one that is started
   * @param needed as many connections as the run needs that needs most
   */
  public SharedDatabase(Optional<String> address, int needed, Progress progress) {
    this.address = address;
    this.needed = needed;
    this.progress = progress;
  }

  /**
   * The JDBC address; empty if no connections are needed.
   *
   * @throws DemoFailure if there is no such database
   */
  public Optional<String> url(int connections) {
    if (connections == 0) {
      return Optional.empty();
    }
    if (open.isEmpty()) {
      progress.say(address.isEmpty() ? "starting PostgreSQL" : "looking for PostgreSQL");
      open = Optional.of(address.isEmpty() ? start() : find(address.get()));
    }
    return Optional.of(open.get().url());
  }

  /** Whether two runs may have so many connections at one time. */
  public boolean has(int bothNeed) {
    return bothNeed == 0
        || open.map(of -> of.connections() >= bothNeed + SPARE_CONNECTIONS).orElse(false);
  }

  private Open start() {
    try {
      // One application starts while another one ends.
      int connections = 2 * needed + SPARE_CONNECTIONS;
      var postgres = EmbeddedDatabase.start(connections);
      return new Open(postgres.url(), connections, Optional.of(postgres));
    } catch (IOException | RuntimeException e) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT,
          "the embedded PostgreSQL does not start (%s); give another one with --db %s"
              .formatted(e.getMessage(), EXAMPLE),
          e);
    }
  }

  private Open find(String url) {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new DemoFailure(
          DemoFailure.USAGE, "--db must be like %s, not %s".formatted(EXAMPLE, url));
    }
    DriverManager.setLoginTimeout(LOGIN_TIMEOUT_SECONDS);
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var result = statement.executeQuery("show max_connections")) {
      result.next();
      int connections = result.getInt(1);
      if (connections < needed) {
        throw new DemoFailure(
            DemoFailure.UNUSABLE_INPUT,
            "the database at %s has max_connections = %d; set it to %d or more, or leave out --db"
                .formatted(url, connections, needed));
      }
      return new Open(url, connections, Optional.empty());
    } catch (SQLException e) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT,
          "no PostgreSQL answers at %s (%s); start it, or leave out --db to use the embedded one"
              .formatted(url, e.getMessage()),
          e);
    }
  }

  /** The next run that needs one gets a new one. */
  @Override
  public void close() {
    try {
      if (open.isPresent() && open.get().embedded().isPresent()) {
        open.get().embedded().get().close();
      }
    } catch (IOException e) {
      progress.say("PostgreSQL does not end: " + e.getMessage());
    }
    open = Optional.empty();
  }
}
