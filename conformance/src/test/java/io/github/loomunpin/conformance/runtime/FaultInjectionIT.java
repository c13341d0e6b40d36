// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code stress.Faults} on the shipped runtime with a hook before everything that needs
 * memory. A place that the driver never reaches fails the test.
 */
class FaultInjectionIT {

  private static final Pattern REACHED = Pattern.compile("point (\\d+): (\\d+)");

  /**
   * With one carrier and with two. Which points are reached depends on how threads meet, so what
   * neither has reached is sought until it is.
   */
  @Test
  void the_lock_works_whatever_there_is_no_memory_for(@TempDir Path folder) throws Exception {
    FaultPoints points = new FaultPoints();
    Path agent = instrument(points, folder.resolve("loom-unpin.jar"));
    assertThat(points.found()).hasSizeGreaterThan(10);

    String output;
    try (Lanes lanes = Lanes.shared()) {
      var one = lanes.begin(() -> run(agent, 1, points, List.of(), folder.resolve("one")));
      var two = lanes.begin(() -> run(agent, 2, points, List.of(), folder.resolve("two")));
      output = one.get() + two.get();
    }
    List<Integer> rest = neverReached(output, points.found().size());
    if (!rest.isEmpty()) {
      output += run(agent, 2, points, rest, folder.resolve("rest"));
    }

    assertThat(neverReached(output, points.found().size()))
        .as("of %s in %s", points.found(), output)
        .isEmpty();
  }

  private static String run(
      Path agent, int carriers, FaultPoints points, List<Integer> sought, Path folder)
      throws IOException, InterruptedException {
    Optional<Jdk> jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk21.home");
    Path drivers = folder.resolve("drivers");
    Relocated.drivers(drivers);
    Path faults = folder.resolve("faults");
    Relocated.besideRuntime(UnpinFaults.class, faults);

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
        .arguments(sought.stream().map(String::valueOf).toList())
        .printingTo(folder.resolve("log.txt"))
        .run(Duration.ofMinutes(10))
        .successfully()
        .output();
  }

  private static List<Integer> neverReached(String output, int points) {
    Set<Integer> never =
        IntStream.range(0, points).boxed().collect(Collectors.toCollection(TreeSet::new));
    Matcher reached = REACHED.matcher(output);
    while (reached.find()) {
      if (!reached.group(2).equals("0")) {
        never.remove(Integer.valueOf(reached.group(1)));
      }
    }
    return List.copyOf(never);
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
