// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Queries by key and an update now and then, on a table in memory; a connection for each thread. */
final class Sql {

  private static final int ROWS = 1_000;
  private static final int QUERIES_FOR_AN_UPDATE = 10;

  private Sql() {}

  static Steady.Maker on(String url) throws SQLException {
    Connection first = DriverManager.getConnection(url);
    try (Statement statement = first.createStatement()) {
      statement.execute("create table item (id int primary key, amount int, name varchar(40))");
    }
    try (PreparedStatement insert = first.prepareStatement("insert into item values (?, ?, ?)")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setInt(1, i);
        insert.setInt(2, 0);
        insert.setString(3, "the name of item " + i);
        insert.executeUpdate();
      }
    }
    return number -> operation(DriverManager.getConnection(url), number);
  }

  private static Steady.Operation operation(Connection connection, int number)
      throws SQLException {
    PreparedStatement query =
        connection.prepareStatement("select amount, name from item where id = ?");
    PreparedStatement update =
        connection.prepareStatement("update item set amount = amount + 1 where id = ?");
    // Each thread has rows of its own, so that none waits for another's transaction.
    int from = number * 100 % ROWS;
    int[] n = {0};
    return () -> {
      int id = from + n[0]++ % 100;
      if (n[0] % QUERIES_FOR_AN_UPDATE == 0) {
        update.setInt(1, id);
        update.executeUpdate();
      }
      query.setInt(1, id);
      try (ResultSet result = query.executeQuery()) {
        if (!result.next() || result.getString(2).isEmpty()) {
          throw new IllegalStateException("no row " + id);
        }
      }
    };
  }
}
