// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class WatchIT {

  @Test
  void the_server_is_found_whoever_its_parent_is() throws Exception {
    try (var database = new SharedDatabase(Optional.empty(), 10, new Progress(false))) {
      var server = Watch.databaseServer(database.url(10).orElseThrow());

      assertThat(server.flatMap(process -> process.info().command()))
          .hasValueSatisfying(command -> assertThat(command).endsWith("postgres"));
    }
  }

  @Test
  void one_that_does_not_answer_is_unknown() {
    assertThat(Watch.databaseServer("jdbc:postgresql://127.0.0.1:1/none")).isEmpty();
  }
}
