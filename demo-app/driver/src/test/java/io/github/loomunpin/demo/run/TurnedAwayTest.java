// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnedAwayTest {

  @Test
  void the_value_stands_below_its_name() {
    var lines =
        List.of(
            "IpExt: InNoRoutes InOctets",
            "IpExt: 1 2",
            "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
            "TcpExt: 3 9035 4");

    assertThat(TurnedAway.in(lines)).hasValue(9035);
  }

  @Test
  void a_system_that_does_not_count_them_says_nothing() {
    assertThat(TurnedAway.in(List.of("TcpExt: SyncookiesSent", "TcpExt: 3"))).isEmpty();
    assertThat(TurnedAway.in(List.of("TcpExt: ListenOverflows"))).isEmpty();
    assertThat(TurnedAway.in(List.of())).isEmpty();
  }
}
