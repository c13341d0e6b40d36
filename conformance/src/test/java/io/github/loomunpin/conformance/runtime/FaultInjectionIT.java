// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code stress.Faults} on the shipped runtime with a hook before everything that needs
 * memory. A place that the driver never reaches fails the test.
 */
class FaultInjectionIT {

  private static final Pattern REACHED = Pattern.compile("point (\\d+): (\\d+)");

  /** With one carrier and with two; which points are reached depends on how threads meet. */
  @Test
  void the_lock_works_whatever_there_is_no_memory_for(@TempDir Path folder)
      throws IOException, InterruptedException {
    String output = "";
    FaultPoints points = new FaultPoints();
    for (int carriers = 1; carriers <= 2; carriers++) {
      points = new FaultPoints();
      output += run(carriers, points, Files.createDirectory(folder.resolve("" + carriers)));
    }

    assertThat(neverReached(output, points.found())).as(output).isEmpty();
    assertThat(points.found()).hasSizeGreaterThan(10);
  }

  private static String run(int carriers, FaultPoints points, Path folder)
      throws IOException, InterruptedException {
    Optional<Jdk> jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk21.home");
    Path drivers = folder.resolve("drivers");
    Relocated.drivers(drivers);
    Path faults = folder.resolve("faults");
    Relocated.besideRuntime(UnpinFaults.class, faults);
    Path agent = instrument(points, folder.resolve("loom-unpin.jar"));

    return jdk.get()
        .java()
        .options("-Djdk.virtualThreadScheduler.parallelism=" + carriers)
        .options("--patch-module=java.base=" + faults)
        .options("--add-opens=java.base/java.lang=ALL-UNNAMED")
        .agent(agent)
        .classPath(drivers)
        .main(
            FaultInjectionIT.class.getPackageName() + ".stress.Faults",
            String.valueOf(points.found().size()),
            String.valueOf(points.firstOfRescuer()))
        .printingTo(folder.resolve("log.txt"))
        .run(Duration.ofMinutes(10))
        .successfully()
        .output();
  }

  private static List<String> neverReached(String output, List<String> points) {
    List<String> never = new ArrayList<>(points);
    Matcher reached = REACHED.matcher(output);
    while (reached.find()) {
      if (!reached.group(2).equals("0")) {
        never.remove(points.get(Integer.parseInt(reached.group(1))));
      }
    }
    return never;
  }

  private static Path instrument(FaultPoints points, Path target) throws IOException {
    try (JarFile agent = new JarFile(Settings.agentJar().toFile());
        OutputStream file = Files.newOutputStream(target);
        JarOutputStream out = new JarOutputStream(file, agent.getManifest())) {
      List<String> entries =
          agent.stream()
              .filter(e -> !e.isDirectory() && !e.getName().equals(JarFile.MANIFEST_NAME))
              .map(JarEntry::getName)
              .sorted(FaultPoints.order())
              .toList();
      for (String entry : entries) {
        byte[] bytes = agent.getInputStream(agent.getJarEntry(entry)).readAllBytes();
        out.putNextEntry(new JarEntry(entry));
        out.write(FaultPoints.isOfLock(entry) ? points.instrument(entry, bytes) : bytes);
        out.closeEntry();
      }
    }
    return target;
  }
}
