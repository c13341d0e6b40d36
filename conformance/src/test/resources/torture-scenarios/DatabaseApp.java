// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Virtual threads update one row of a database in memory, whose code locks a lot. */
public final class DatabaseApp {
  private static final String URL = "jdbc:h2:mem:test;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
  private static final int THREADS = 20;
  private static final int UPDATES = 50;

  private DatabaseApp() {}

  public static void main(String[] args) throws Exception {
    execute("create table counter(id int primary key, n int)");
    execute("insert into counter values (1, 0)");
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int t = 0; t < THREADS; t++) {
        all.add(threads.submit(DatabaseApp::update));
      }
    }
    for (Future<?> each : all) {
      each.get();
    }
    try (Connection connection = DriverManager.getConnection(URL);
        ResultSet row = connection.createStatement().executeQuery("select n from counter")) {
      row.next();
      System.out.println("OUT: " + row.getInt(1) + " of " + THREADS * UPDATES);
    }
  }

  private static Void update() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      for (int i = 0; i < UPDATES; i++) {
        connection.createStatement().execute("update counter set n = n + 1 where id = 1");
      }
    }
    return null;
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      connection.createStatement().execute(sql);
    }
  }
}
