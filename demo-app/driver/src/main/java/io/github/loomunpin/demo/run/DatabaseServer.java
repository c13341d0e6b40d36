// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The process of a PostgreSQL on this machine. One that was started in the background is nobody's
 * child, so only the server itself can say which it is.
 */
final class DatabaseServer {

  private DatabaseServer() {}

  /** Empty if it runs elsewhere, or does not answer: then nobody knows what it uses. */
  static Optional<ProcessHandle> at(String jdbcAddress) {
    try (var connection = DriverManager.getConnection(jdbcAddress);
        var statement = connection.createStatement();
        var result = statement.executeQuery("select pg_backend_pid()")) {
      result.next();
      // Each connection has a process of its own. That number may be another's on this machine.
      return ProcessHandle.of(result.getLong(1))
          .flatMap(ProcessHandle::parent)
          .filter(DatabaseServer::isPostgres);
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("postgres")).orElse(false);
  }
}
