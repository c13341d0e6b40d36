// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarriersTest {

  @TempDir private Path tasks;

  @Test
  void are_the_workers_of_the_first_pool() throws IOException {
    thread(1, "java");
    thread(2, "ForkJoinPool-1-");
    thread(3, "ForkJoinPool-1-");
    thread(4, "ForkJoinPool.co");
    // One that has just ended.
    Files.createDirectory(tasks.resolve("5"));

    assertThat(Carriers.in(tasks)).hasValue(2);
  }

  @Test
  void are_unknown_of_a_process_that_has_ended() {
    assertThat(Carriers.of(-1)).isEmpty();
  }

  private void thread(int id, String name) throws IOException {
    var thread = Files.createDirectory(tasks.resolve(Integer.toString(id)));
    Files.writeString(thread.resolve("comm"), name + "\n");
  }
}
