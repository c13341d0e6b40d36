// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

class ExhaustionTest {

  private final Exhaustion exhaustion = new Exhaustion();

  @Test
  void a_machine_without_ports_is_no_error_of_the_server() {
    exhaustion.look(new IOException(new BindException("Cannot assign requested address")));

    assertThatThrownBy(exhaustion::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "the load generator could not open all connections: Cannot assign requested address (");
  }

  @Test
  void nor_is_one_without_files() {
    exhaustion.look(new SocketException("Too many open files"));

    assertThatThrownBy(exhaustion::check).hasMessageContaining("Too many open files (ulimit -n");
  }

  @Test
  void a_server_that_refuses_is_one() {
    exhaustion.look(new ConnectException("Connection refused"));
    exhaustion.look(new IOException());

    assertThatCode(exhaustion::check).doesNotThrowAnyException();
  }
}
