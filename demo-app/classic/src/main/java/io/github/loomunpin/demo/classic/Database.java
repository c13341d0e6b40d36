// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A PostgreSQL that was seen to answer, and how many connections to open to it. */
record Database(String url, int poolSize) {

  /** Only a database that never answers reaches it. */
  private static final int LOGIN_TIMEOUT_SECONDS = 60;

  private static final int SPARE_CONNECTIONS = 20;

  /** The one at {@code url}, or an embedded one if that is null. */
  static Database at(String url, int poolSize) {
    if (poolSize < 1) {
      throw new StartRefusal(StartRefusal.USAGE, "--pool-size must be at least 1, not " + poolSize);
    }
    return new Database(url == null ? embedded(poolSize) : answering(url), poolSize);
  }

  private static String embedded(int poolSize) {
    try {
      // Never closed here: it stops itself when the JVM ends, after the pool.
      return EmbeddedDatabase.start(poolSize + SPARE_CONNECTIONS).url();
    } catch (IOException | RuntimeException e) {
      throw new StartRefusal(
          StartRefusal.UNUSABLE_DATABASE,
          "the embedded PostgreSQL does not start ("
              + e.getMessage()
              + "); give another one with --db jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD",
          e);
    }
  }

  private static String answering(String url) {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new StartRefusal(
          StartRefusal.USAGE,
          "--db must be like jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD, not "
              + url);
    }
    DriverManager.setLoginTimeout(LOGIN_TIMEOUT_SECONDS);
    try {
      DriverManager.getConnection(url).close();
      return url;
    } catch (SQLException e) {
      throw new StartRefusal(
          StartRefusal.UNUSABLE_DATABASE,
          "no PostgreSQL answers at %s (%s); start it, or leave out --db to use the embedded one"
              .formatted(url, e.getMessage()),
          e);
    }
  }
}
