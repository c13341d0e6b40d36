// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Statements that take 200 ms on connections of their own; MySQL Connector/J up to 8.4 runs them
 * under the monitor of the connection. Arguments: port, options of the driver.
 */
public final class MysqlPair {

  private static final int CALLS = 20;

  private MysqlPair() {}

  public static void main(String[] args) throws Exception {
    String url = "jdbc:mysql://127.0.0.1:" + args[0] + "/test?user=root&" + args[1];
    ConcurrentLinkedQueue<Connection> connections = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < CALLS; i++) {
      connections.add(DriverManager.getConnection(url));
    }
    Crowd.run(
        CALLS,
        () -> {
          try (Statement statement = connections.poll().createStatement()) {
            return statement.executeQuery("SELECT SLEEP(0.2)");
          }
        });
  }
}
