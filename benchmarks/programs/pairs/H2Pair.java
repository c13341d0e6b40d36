// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Calls of 60 ms on connections of their own; H2 up to 2.2.220 runs them under a monitor. */
public final class H2Pair {

  private static final int CALLS = 8;

  private H2Pair() {}

  public static int nap(int millis) throws InterruptedException {
    Thread.sleep(millis);
    return millis;
  }

  public static void main(String[] args) throws Exception {
    ConcurrentLinkedQueue<Connection> connections = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < CALLS; i++) {
      connections.add(DriverManager.getConnection("jdbc:h2:mem:pair;DB_CLOSE_DELAY=-1"));
    }
    try (Statement create = connections.peek().createStatement()) {
      create.execute("CREATE ALIAS NAP FOR \"H2Pair.nap\"");
      create.execute("CALL NAP(1)");
    }
    Crowd.run(
        CALLS,
        () -> {
          try (Statement statement = connections.poll().createStatement()) {
            return statement.execute("CALL NAP(60)");
          }
        });
  }
}
