// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceClientsTest {

  @Test
  void the_pool_has_a_connection_for_each_of_ten_thousand_users() {
    var connections = ServiceClients.connections();

    assertThat(connections.maxConnections()).isEqualTo(10_000);
    connections.dispose();
  }
}
