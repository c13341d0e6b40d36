// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTest {

  @TempDir private Path directory;

  @Test
  void pins_are_counted_and_summed_by_the_second_and_pauses_are_summed() throws Exception {
    var recorded = record(() -> Thread.ofVirtual().start(Pinner::touch).join());

    assertThat(recorded.pins()).isOne();
    assertThat(recorded.pinned()).isGreaterThan(Duration.ofMillis(30));
    assertThat(recorded.gcPauses()).isPositive();
    // One pin, which lasted 50 ms or longer, of one carrier.
    assertThat(recorded.lostCarriers()).isNotEmpty().allMatch(lost -> lost >= 0 && lost <= 1);
    assertThat(recorded.lostCarriers().stream().mapToDouble(Double::doubleValue).sum())
        .isGreaterThan(0.03);
  }

  @Test
  void without_pins_no_carrier_is_lost() throws Exception {
    var recorded = record(() -> {});

    assertThat(recorded.pins()).isZero();
    assertThat(recorded.lostCarriers()).isEmpty();
  }

  @Test
  void there_is_nothing_in_a_file_that_was_not_written() throws Exception {
    var none = directory.resolve("none.jfr");

    assertThat(Recorded.in(none, Instant.MIN, Instant.EPOCH)).isEmpty();
  }

  @Test
  void a_damaged_recording_is_said() throws Exception {
    var file = Files.writeString(directory.resolve("damaged.jfr"), "no recording");

    assertThatThrownBy(() -> Recorded.in(file, Instant.MIN, Instant.EPOCH))
        .isInstanceOf(IOException.class);
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private Recorded record(Work work) throws IOException, InterruptedException {
    var file = directory.resolve("a.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(20));
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
      recording.start();
      System.gc();
      work.run();
      recording.dump(file);
    }
    return Recorded.in(file, Instant.MIN, Instant.EPOCH).orElseThrow();
  }

  /** Pins on every JDK: a class that is being initialized has a native frame below it. */
  private static final class Pinner {
    static {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    static void touch() {}
  }
}
