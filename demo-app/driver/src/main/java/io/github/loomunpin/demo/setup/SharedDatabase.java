// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/** The one PostgreSQL of all runs, if they need any: the user's, or one that ends with the demo. */
public final class SharedDatabase implements AutoCloseable {

  private static final int LOGIN_TIMEOUT_SECONDS = 5;

  /** For the superuser, and for those of a run that has just ended. */
  private static final int SPARE_CONNECTIONS = 100;

  private static final String EXAMPLE =
      "jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD";

  private final Optional<String> url;
  private final Optional<EmbeddedDatabase> embedded;
  private final int connections;

  private SharedDatabase(
      Optional<String> url, Optional<EmbeddedDatabase> embedded, int connections) {
    this.url = url;
    this.embedded = embedded;
    this.connections = connections;
  }

  /** For applications that need no database. */
  public static SharedDatabase none() {
    return new SharedDatabase(Optional.empty(), Optional.empty(), 0);
  }

  public static SharedDatabase embedded(int neededConnections) {
    try {
      int connections = neededConnections + SPARE_CONNECTIONS;
      var postgres = EmbeddedDatabase.start(connections);
      return new SharedDatabase(Optional.of(postgres.url()), Optional.of(postgres), connections);
    } catch (IOException | RuntimeException e) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT,
          "the embedded PostgreSQL does not start (%s); give another one with --db %s"
              .formatted(e.getMessage(), EXAMPLE),
          e);
    }
  }

  public static SharedDatabase at(String url, int neededConnections) {
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
      if (connections < neededConnections) {
        throw new DemoFailure(
            DemoFailure.UNUSABLE_INPUT,
            "the database at %s has max_connections = %d; set it to %d or more, or leave out --db"
                .formatted(url, connections, neededConnections));
      }
      return new SharedDatabase(Optional.of(url), Optional.empty(), connections);
    } catch (SQLException e) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT,
          "no PostgreSQL answers at %s (%s); start it, or leave out --db to use the embedded one"
              .formatted(url, e.getMessage()),
          e);
    }
  }

  /** The JDBC address. */
  public Optional<String> url() {
    return url;
  }

  /** Whether it has so many connections, and some to spare. */
  public boolean has(int wanted) {
    return connections >= wanted + SPARE_CONNECTIONS;
  }

  @Override
  public void close() throws IOException {
    if (embedded.isPresent()) {
      embedded.get().close();
    }
  }
}
