// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EmbeddedDatabaseIT {

  @Test
  void answers_until_it_is_closed_whoever_runs_it() throws Exception {
    var database = EmbeddedDatabase.start(77);

    assertThat(maxConnections(database)).isEqualTo("77");
    database.close();

    assertThatThrownBy(() -> maxConnections(database)).isInstanceOf(SQLException.class);
  }

  @Test
  @Tag("long")
  void root_can_run_it_as_an_unprivileged_user() throws Exception {
    assumeTrue(EmbeddedDatabase.isRoot(), "only root can become another user");
    var database = UnprivilegedPostgres.start(78);

    assertThat(maxConnections(database)).isEqualTo("78");
    database.close();

    assertThatThrownBy(() -> maxConnections(database)).isInstanceOf(SQLException.class);
  }

  private static String maxConnections(EmbeddedDatabase database) throws SQLException {
    try (var connection = DriverManager.getConnection(database.url());
        var statement = connection.createStatement();
        var result = statement.executeQuery("show max_connections")) {
      result.next();
      return result.getString(1);
    }
  }
}
