// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final Limits LIMITS = new Limits(10_000, 5_000);

  @Test
  void an_application_that_opens_connections_itself_needs_two_files_for_each() {
    assertThat(LIMITS.obstacle(4_500, true)).isEmpty();
    assertThat(LIMITS.obstacle(4_800, true))
        .hasValueSatisfying(
            why -> assertThat(why).contains("10100 open files", "10000 are allowed", "ulimit -n"));
    assertThat(new Limits(10_000, Long.MAX_VALUE).obstacle(9_000, false)).isEmpty();
  }

  @Test
  void each_connection_needs_a_port() {
    assertThat(new Limits(Long.MAX_VALUE, 5_000).obstacle(4_501, true))
        .hasValueSatisfying(why -> assertThat(why).contains("5001 local ports", "there are 5000"));
  }

  @Test
  void are_read_from_the_system() {
    assertThat(Limits.portsIn("32768\t60999\n")).isEqualTo(28_232);
    assertThat(Limits.current().files()).isGreaterThan(0);
    assertThat(Limits.current().ports()).isGreaterThan(1);
  }
}
