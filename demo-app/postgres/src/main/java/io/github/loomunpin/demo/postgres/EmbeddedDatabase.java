// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;

/** A PostgreSQL of our own on a free port of the loopback interface; closing it removes its data. */
public final class EmbeddedDatabase implements AutoCloseable {

  private final EmbeddedPostgres postgres;

  private EmbeddedDatabase(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** Unpacks the binaries (once per machine), makes a data directory and waits for the server. */
  public static EmbeddedDatabase start(int maxConnections) throws IOException {
    return new EmbeddedDatabase(
        EmbeddedPostgres.builder()
            .setServerConfig("max_connections", Integer.toString(maxConnections))
            .setServerConfig("superuser_reserved_connections", "3")
            .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
            .setPGStartupWait(Duration.ofSeconds(30))
            .start());
  }

  /** The JDBC address, with the user in it; there is no password. */
  public String url() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
