// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.soak;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** H2 in a class loader of its own, from its first class to the close of the loader. */
final class Deployment {

  private static final int THREADS = 8;
  private static final int ROWS = 50;

  private Deployment() {}

  static void run(Path database) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {database.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Class<?> driver = loader.loadClass("org.h2.Driver");
      use((Driver) driver.getConstructor().newInstance());
      // The JDK would keep the driver, and with it the loader.
      driver.getMethod("unload").invoke(null);
    }
  }

  private static void use(Driver driver) throws Exception {
    try (Connection connection = driver.connect("jdbc:h2:mem:", new Properties())) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("create table t (id int primary key, text varchar(100))");
      }
      Thread[] threads = new Thread[THREADS];
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        threads[i] = Thread.ofVirtual().start(() -> insert(connection, number));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("select count(*) from t")) {
        result.next();
        if (result.getInt(1) != THREADS * ROWS) {
          throw new IllegalStateException(result.getInt(1) + " rows");
        }
      }
    }
  }

  private static void insert(Connection connection, int number) {
    try (PreparedStatement statement = connection.prepareStatement("insert into t values (?, ?)")) {
      for (int i = 0; i < ROWS; i++) {
        statement.setInt(1, number * ROWS + i);
        statement.setString(2, "row " + i);
        statement.executeUpdate();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
