// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinsTest {

  @TempDir private Path directory;

  @Test
  void counts_the_pins_of_a_recording_only() throws IOException, InterruptedException {
    var file = directory.resolve("pins.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1));
      recording.enable(Other.class);
      recording.start();
      new Other().commit();
      Thread.ofVirtual().start(PinsTest::sleepInNativeCaller).join();
      recording.dump(file);
    }

    var pins = Pins.in(file);

    assertThat(pins.count()).isOne();
    assertThat(pins.longest()).isEqualTo(pins.total()).isGreaterThan(Duration.ofMillis(30));
  }

  @Test
  void a_damaged_recording_is_said() throws IOException {
    var file = directory.resolve("damaged.jfr");
    Files.writeString(file, "no recording");

    assertThatThrownBy(() -> Pins.in(file)).isInstanceOf(IOException.class);
  }

  /** Pins on every JDK: a class that is being initialised has a native frame below it. */
  private static void sleepInNativeCaller() {
    Sleeper.touch();
  }

  private static final class Sleeper {
    static {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    static void touch() {}
  }

  @Name("io.github.loomunpin.demo.Other")
  private static final class Other extends Event {}
}
