// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.jcstress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs all stress tests with the agent in their forks, on JDK 21. */
@Tag("long")
class JcstressIT {

  @TempDir private Path folder;

  @Test
  void no_forbidden_outcome_is_seen() throws IOException, InterruptedException {
    Optional<Jdk> jdk21 = Jdk.named(21);
    assumeTrue(jdk21.isPresent(), "needs a JDK 21: ./verify names one in jdk21.home");
    Path agent = Path.of(System.getProperty("agent.jar")).toRealPath();

    Path log = folder.resolve("log.txt");
    // The mode default runs all its iterations, each for a third of its milliseconds: most time
    // goes to starting JVMs.
    String output =
        jdk21
            .get()
            .java()
            .jar(Path.of(System.getProperty("jcstress.jar")), "-c", "2")
            .arguments("-r", folder.resolve("results").toString())
            .arguments("-jvmArgsPrepend", "-javaagent:" + agent)
            .arguments("-m", "default", "-time", "300")
            .in(folder)
            .printingTo(log)
            .run(Duration.ofMinutes(60))
            .output();

    // A configuration whose probe JVM does not start would be left out without a word.
    assertThat(output).containsPattern("\\[OK\\] \\[-javaagent:");
    assertThat(lastResult(output))
        .matches("(\\d+) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
    assertThat(section(output, "Failed tests:")).as(output).isEqualTo("No matches.");
    assertThat(section(output, "Error tests:")).as(output).isEqualTo("No matches.");
  }

  private static String lastResult(String output) {
    String label = "(Results: ";
    int start = output.lastIndexOf(label);
    assertThat(start).as(output).isNotNegative();
    return output.substring(start + label.length(), output.indexOf(')', start));
  }

  /** The line under a heading of the summary at the end. */
  private static String section(String output, String heading) {
    String summary = output.substring(output.indexOf("RUN RESULTS:"));
    int start = summary.indexOf(heading);
    assertThat(start).as("\"%s\" in %s", heading, summary).isNotNegative();
    return summary.substring(start + heading.length()).strip().lines().findFirst().orElse("");
  }
}
