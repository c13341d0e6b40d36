// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.heap.FullHeapMain;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A heap that is full for a moment does as little harm with the agent as without it. */
@Execution(ExecutionMode.CONCURRENT)
class FullHeapIT {

  @ParameterizedTest
  @ValueSource(strings = {"leave", "enter", "wait", "notify-all", "first-lock"})
  void nothing_is_thrown_and_nobody_is_lost(String program, @TempDir Path folder)
      throws IOException, InterruptedException {
    JavaCommand java = jdk().java().agent(Settings.agentJar(), "strict=true");

    assertThat(run(java, program, Settings.isLong() ? 3 : 2, folder.resolve("log.txt")))
        .isEqualTo("tried all of " + program);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"leave", "enter", "wait", "notify-all", "first-lock"})
  void so_it_is_without_the_agent(String program, @TempDir Path folder)
      throws IOException, InterruptedException {
    assertThat(run(jdk().java(), program, 1, folder.resolve("log.txt")))
        .isEqualTo("tried all of " + program);
  }

  private static Jdk jdk() {
    Optional<Jdk> jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk21.home");
    return jdk.get();
  }

  private static String run(JavaCommand java, String program, int rounds, Path log)
      throws IOException, InterruptedException {
    return java.options("-Xmx24m", "-XX:+UseSerialGC")
        .classPath(Settings.programs())
        .main(FullHeapMain.class, program, String.valueOf(rounds))
        .printingTo(log)
        .run(Duration.ofMinutes(10))
        .successfully()
        .output()
        .lines()
        .filter(line -> !line.startsWith("[loom-unpin]"))
        // The JVM prints this about any agent when a class is loaded while the heap is full.
        .filter(line -> !line.startsWith("*** java.lang.instrument ASSERTION FAILED ***"))
        .collect(Collectors.joining("\n"));
  }
}
