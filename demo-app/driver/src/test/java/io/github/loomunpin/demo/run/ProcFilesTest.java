// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {

  @TempDir private Path tasks;

  @Test
  void memory_and_threads_are_read_from_the_status_file() {
    var status =
        ProcFiles.statusIn(
            """
            Name:\tjava
            VmHWM:\t  629308 kB
            VmRSS:\t  526184 kB
            Threads:\t1029
            """);

    assertThat(status).contains(new ProcFiles.Status(526184L * 1024, 1029));
  }

  @Test
  void a_process_that_has_ended_has_neither() {
    // A zombie has threads but no memory.
    assertThat(ProcFiles.statusIn("Name:\tjava\nThreads:\t1\n")).isEmpty();
    assertThat(ProcFiles.status(-1)).isEmpty();
  }

  @Test
  void carriers_are_the_workers_of_the_first_pool() throws IOException {
    thread(1, "java");
    thread(2, "ForkJoinPool-1-");
    thread(3, "ForkJoinPool-1-");
    thread(4, "ForkJoinPool.co");
    // One that has just ended.
    Files.createDirectory(tasks.resolve("5"));

    assertThat(ProcFiles.carriersIn(tasks)).hasValue(2);
  }

  @Test
  void carriers_are_unknown_of_a_process_that_has_ended() {
    assertThat(ProcFiles.carriers(-1)).isEmpty();
  }

  @Test
  void processor_time_is_the_time_in_which_processors_neither_idle_nor_wait() {
    assertThat(ProcFiles.processorTimeIn("cpu  100 20 30 4000 500 6 7 8 90 0"))
        .isEqualTo(Duration.ofMillis(1710));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void processor_time_grows_with_what_this_program_does() {
    var before = ProcFiles.processorTime().orElseThrow();
    long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }

    assertThat(ProcFiles.processorTime().orElseThrow()).isGreaterThan(before);
  }

  @Test
  void the_number_of_those_turned_away_stands_below_its_name() {
    var lines =
        List.of(
            "IpExt: InNoRoutes InOctets",
            "IpExt: 1 2",
            "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
            "TcpExt: 3 9035 4");

    assertThat(ProcFiles.turnedAwayIn(lines)).hasValue(9035);
  }

  @Test
  void a_system_that_does_not_count_those_turned_away_says_nothing() {
    assertThat(ProcFiles.turnedAwayIn(List.of("TcpExt: SyncookiesSent", "TcpExt: 3"))).isEmpty();
    assertThat(ProcFiles.turnedAwayIn(List.of("TcpExt: ListenOverflows"))).isEmpty();
    assertThat(ProcFiles.turnedAwayIn(List.of())).isEmpty();
  }

  @Test
  void connections_to_a_port_are_those_that_have_it_as_their_remote_one_and_are_open() {
    var sockets =
        Stream.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt",
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000",
            "   1: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000",
            "   2: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000",
            "   3: 0100007F:C002 0100007F:1F90 06 00000000:00000000 00:00000000 00000000",
            "  14: 0000000000000000FFFF00000100007F:C003 0000000000000000FFFF00000100007F:1F90 01 0");

    assertThat(ProcFiles.connectionsIn(sockets, 8080)).isEqualTo(2);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void connections_to_a_port_of_this_machine_are_counted() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      assertThat(ProcFiles.connectionsTo(server.getLocalPort())).hasValue(1);
      assertThat(ProcFiles.connectionsTo(client.getLocalPort())).hasValue(1);
    }
  }

  private void thread(int id, String name) throws IOException {
    var thread = Files.createDirectory(tasks.resolve(Integer.toString(id)));
    Files.writeString(thread.resolve("comm"), name + "\n");
  }
}
