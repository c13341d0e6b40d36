// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatusTest {

  @Test
  void is_read_from_the_status_file_of_linux() {
    var status =
        ProcessStatus.parse(
            """
            Name:\tjava
            VmHWM:\t  629308 kB
            VmRSS:\t  526184 kB
            Threads:\t1029
            """);

    assertThat(status).contains(new ProcessStatus(526184L * 1024, 1029));
  }

  @Test
  void is_empty_for_a_process_that_has_ended() {
    // A zombie has threads but no memory.
    assertThat(ProcessStatus.parse("Name:\tjava\nThreads:\t1\n")).isEmpty();
    assertThat(ProcessStatus.of(-1)).isEmpty();
  }
}
