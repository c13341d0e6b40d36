// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.small;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Calls a function of an in-memory H2 on several virtual threads, each on a connection of its own.
 * The function sleeps; H2 2.1.214 holds monitors meanwhile.
 */
public final class H2Calls {

  private static final String URL = "jdbc:h2:mem:small;DB_CLOSE_DELAY=-1";
  private static final long SLEEP_MILLIS = 60;

  private final List<Connection> connections;

  private H2Calls(List<Connection> connections) {
    this.connections = List.copyOf(connections);
  }

  static H2Calls open(int count) throws SQLException {
    var connections = new ArrayList<Connection>();
    for (int i = 0; i < count; i++) {
      connections.add(DriverManager.getConnection(URL));
    }
    try (var statement = connections.getFirst().createStatement()) {
      statement.execute("create alias sleep for '" + H2Calls.class.getName() + ".sleep'");
    }
    return new H2Calls(connections);
  }

  /** What H2 calls. */
  public static int sleep() throws InterruptedException {
    Thread.sleep(SLEEP_MILLIS);
    return 1;
  }

  /** Returns when all calls have. */
  String run() throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Future<Integer>>();
      for (var connection : connections) {
        calls.add(threads.submit(() -> call(connection)));
      }
      int sum = 0;
      for (var call : calls) {
        sum += call.get();
      }
      return sum + " calls";
    }
  }

  private static int call(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery("call sleep()")) {
      result.next();
      return result.getInt(1);
    }
  }
}
