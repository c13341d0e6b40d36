// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs all stress tests with the agent in their forks, on JDK 21. */
class JcstressIT {

  @TempDir private Path folder;

  @Test
  void no_forbidden_outcome_is_seen() throws IOException, InterruptedException {
    String home = System.getProperty("jdk21.home", "");
    assumeFalse(home.isBlank(), "needs a JDK 21: ./verify names one in jdk21.home");
    boolean full = "long".equals(System.getProperty("torture"));
    Path agent = Path.of(System.getProperty("agent.jar")).toRealPath();

    Path log = folder.resolve("log.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(home, "bin", "java").toString(),
                "-jar",
                System.getProperty("jcstress.jar"),
                "-c",
                "2",
                "-r",
                folder.resolve("results").toString(),
                "-jvmArgsPrepend",
                "-javaagent:" + agent));
    // Of default's iterations all, of their milliseconds a third: most time goes to starting JVMs.
    command.addAll(full ? List.of("-m", "default", "-time", "300") : List.of("-m", "sanity"));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(full ? 60 : 10, TimeUnit.MINUTES);
    process.destroyForcibly();

    String output = Files.readString(log);
    assertThat(ended).as("ended in time").isTrue();
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
