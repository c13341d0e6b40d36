// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemLimitsTest {

  private static final SystemLimits LIMITS = new SystemLimits(10_000, 5_000);

  @Test
  void an_application_that_opens_connections_itself_needs_two_files_for_each() {
    assertThat(LIMITS.obstacle(4_500, true, 0)).isEmpty();
    assertThat(LIMITS.obstacle(4_800, true, 0))
        .hasValueSatisfying(
            why -> assertThat(why).contains("10100 open files", "10000 are allowed", "ulimit -n"));
    assertThat(new SystemLimits(10_000, Long.MAX_VALUE).obstacle(9_000, false, 0)).isEmpty();
  }

  @Test
  void connections_to_a_database_need_files_as_well() {
    var limits = new SystemLimits(1_550, Long.MAX_VALUE);

    assertThat(limits.obstacle(1_000, false, 0)).isEmpty();
    assertThat(limits.obstacle(1_000, false, 510))
        .hasValueSatisfying(why -> assertThat(why).contains("1610 open files"));
  }

  @Test
  void each_connection_needs_a_port() {
    assertThat(new SystemLimits(Long.MAX_VALUE, 5_000).obstacle(4_501, true, 0))
        .hasValue(
            "beyond the limits of this system: for 4501 connections the machine needs 5001 local ports, and 5000 are free"
                + " (sysctl net.ipv4.ip_local_port_range)");
    assertThat(new SystemLimits(Long.MAX_VALUE, 500).obstacle(1, false, 0))
        .hasValueSatisfying(why -> assertThat(why).contains("for one connection the machine"));
  }

  @Test
  void ports_at_which_some_program_listens_are_not_free() {
    var sockets =
        List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt",
            "   0: 0100007F:9C40 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0",
            "   1: 00000000000000000000000000000000:9C41 00000000000000000000000000000000:0000 0A 00000000:00000000",
            "   2: 00000000:9C41 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0",
            "   3: 0100007F:9C42 0100007F:0050 01 00000000:00000000 00:00000000 00000000     0",
            "   4: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0");

    assertThat(SystemLimits.portsIn("40000\t40009\n", sockets))
        .as("of ten, 0x9C40 is 40000")
        .isEqualTo(8);
  }

  @Test
  void a_socket_that_listens_takes_a_port() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "no /proc");
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = server.getLocalPort();
      var sockets = new ArrayList<>(Files.readAllLines(Path.of("/proc/net/tcp")));
      sockets.addAll(Files.readAllLines(Path.of("/proc/net/tcp6")));

      assertThat(SystemLimits.portsIn(port + " " + port, sockets)).isZero();
    }
  }

  @Test
  void are_read_from_the_system() {
    assertThat(SystemLimits.portsIn("32768\t60999\n", List.of())).isEqualTo(28_232);
    assertThat(SystemLimits.current().files()).isGreaterThan(0);
    assertThat(SystemLimits.current().ports()).isGreaterThan(1);
  }
}
