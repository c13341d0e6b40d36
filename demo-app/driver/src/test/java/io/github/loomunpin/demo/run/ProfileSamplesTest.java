// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileSamplesTest {

  @TempDir private Path directory;

  @Test
  void what_the_jdk_does_is_that_of_the_library_that_asks_for_it() {
    assertThat(
            ProfileSamples.owner(
                List.of("sun.nio.ch.Net", "java.nio.Buffer", "org.apache.tomcat.Nio", "com.a.B")))
        .isEqualTo("org.apache");
    assertThat(
            ProfileSamples.owner(
                List.of("java.lang.VirtualThread", "jdk.internal.vm.Continuation")))
        .isEqualTo("JDK");
  }

  @Test
  void locks_of_the_agent_are_the_agents() {
    assertThat(
            ProfileSamples.owner(
                List.of("java.util.Map", "java.lang.$UnpinMonitors", "org.apache.tomcat.Nio")))
        .isEqualTo("loom-unpin");
  }

  @Test
  void a_class_of_a_short_name_is_its_own() {
    assertThat(ProfileSamples.owner(List.of("com.Short"))).isEqualTo("com");
    assertThat(ProfileSamples.owner(List.of("Pins"))).isEqualTo("Pins");
  }

  @Test
  void samples_are_those_after_the_warm_up() throws Exception {
    var file = directory.resolve("a.jfr");
    try (var recording = new Recording()) {
      recording.enable(ProfileSamples.EVENT).withPeriod(Duration.ofMillis(10));
      recording.start();
      work();
      recording.dump(file);
    }

    assertThat(Recorded.in(file, Instant.MIN, Instant.EPOCH).orElseThrow().samples().byOwner())
        .containsKey("io.github")
        .allSatisfy((owner, count) -> assertThat(count).isPositive());
    assertThat(Recorded.in(file, Instant.MIN, Instant.EPOCH).orElseThrow().samples().byMethod())
        .containsKey(ProfileSamplesTest.class.getName() + ".work");
    assertThat(Recorded.in(file, Instant.MIN, Instant.MAX).orElseThrow().samples().byOwner())
        .isEmpty();
  }

  /** Half a second of processor time, however long that takes, is enough for the sampler. */
  private static void work() {
    var threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    double sum = 0;
    while (threads.getCurrentThreadCpuTime() - begin < 500_000_000L) {
      for (int i = 1; i < 1_000_000; i++) {
        sum += 1.0 / i;
      }
    }
    assertThat(sum).isPositive();
  }
}
