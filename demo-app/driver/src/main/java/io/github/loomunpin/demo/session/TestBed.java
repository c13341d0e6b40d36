// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.page.Report.Fact;
import io.github.loomunpin.demo.setup.Machine;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What figures depend on, as far as it is not the experiment's: machine, JDKs, libraries. */
final class TestBed {

  /** Those whose versions matter; the others follow from them. */
  private static final Pattern LIBRARIES =
      Pattern.compile(
          "BOOT-INF/lib/((?:tomcat-embed-core|HikariCP|postgresql|spring-boot|spring-core)-[0-9].*)\\.jar");

  private TestBed() {}

  /**
   * @param isQuick whether runs are shorter than the experiments say
   */
  static List<Fact> of(
      Machine machine, Map<Integer, Jdk> jdks, List<Path> applications, boolean isQuick)
      throws IOException, InterruptedException {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("processors", machine.processors() + cpu()));
    facts.add(new Fact("system", machine.system() + ", " + System.getProperty("os.version")));
    if (isQuick) {
      facts.add(new Fact("times", "short (--quick), so the figures are rough"));
    }
    if (machine.busy()) {
      facts.add(
          new Fact(
              "load average",
              "%.1f before: the machine was busy with other things, so take these figures lightly"
                  .formatted(machine.loadAverage())));
    }
    for (var jdk : new TreeMap<>(jdks).values()) {
      facts.add(new Fact(jdk.toString(), version(jdk)));
    }
    for (var application : applications) {
      var libraries = libraries(application);
      if (!libraries.isEmpty()) {
        facts.add(new Fact(application.getFileName().toString(), libraries));
      }
    }
    return facts;
  }

  private static String cpu() throws IOException {
    return first(Path.of("/proc/cpuinfo"), "model name\\s*: (.*)").map(", "::concat).orElse("");
  }

  private static String version(Jdk jdk) throws IOException, InterruptedException {
    var said = jdk.tool("java", "-version").run(Duration.ofSeconds(30)).successfully();
    return said.errors().lines().skip(1).findFirst().orElse(said.errors()).strip();
  }

  private static Optional<String> first(Path file, String pattern) throws IOException {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    var matcher =
        Pattern.compile("^" + pattern + "$", Pattern.MULTILINE).matcher(Files.readString(file));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static String libraries(Path application) throws IOException {
    try (var jar = new JarFile(application.toFile())) {
      return jar.stream()
          .map(entry -> LIBRARIES.matcher(entry.getName()))
          .filter(matcher -> matcher.matches())
          .map(matcher -> matcher.group(1))
          .collect(Collectors.joining(", "));
    }
  }
}
