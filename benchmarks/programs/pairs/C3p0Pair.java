// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import com.mchange.v2.c3p0.ComboPooledDataSource;
import java.sql.Connection;

/** Many callers of a pool of two; c3p0 up to 0.10 lets them wait with Object.wait. */
public final class C3p0Pair {

  private C3p0Pair() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("com.mchange.v2.log.MLog", "com.mchange.v2.log.FallbackMLog");
    System.setProperty("com.mchange.v2.log.FallbackMLog.DEFAULT_CUTOFF_LEVEL", "OFF");
    ComboPooledDataSource pool = new ComboPooledDataSource();
    pool.setJdbcUrl("jdbc:h2:mem:pair;DB_CLOSE_DELAY=-1");
    pool.setInitialPoolSize(2);
    pool.setMinPoolSize(2);
    pool.setMaxPoolSize(2);
    pool.getConnection().close();
    Crowd.run(
        20,
        () -> {
          try (Connection connection = pool.getConnection()) {
            Thread.sleep(30);
            return connection.isValid(1);
          }
        });
  }
}
