// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Real libraries as material. */
final class CorpusScenarios {
  private static final List<String> LIBRARIES =
      List.of(
          "clojure-old",
          "clojure-new",
          "ecj",
          "equinox",
          "felix",
          "groovy",
          "jboss-modules",
          "mockito",
          "tomcat");

  private static final String LINE = "Monitor mismatch in method ";

  private CorpusScenarios() {}

  @Torture(
      shows =
          "every class of the containers, agents and languages used here verifies when rewritten",
      note = "The corpus of other people's jars has a test of its own.",
      longOnly = true)
  static String verifyAllJars(Lab lab) throws Exception {
    List<String> jars = new ArrayList<>();
    for (String library : LIBRARIES) {
      Settings.library(library).forEach(jar -> jars.add(jar.toString()));
    }
    return lab.java("verify")
        .classPath(Settings.programs())
        .options("-Xverify:all", "-XX:TieredStopAtLevel=1")
        .main(
            Stream.concat(
                    Stream.of("io.github.loomunpin.conformance.torture.VerifyMain"), jars.stream())
                .toArray(String[]::new))
        .run();
  }

  @Torture(
      shows = "no method that the JIT could compile is refused because of its monitors now",
      note = "Everything is compiled at once here.",
      longOnly = true)
  static String monitormismatch_noNewLines(Lab lab) throws Exception {
    Path log = lab.directory().resolve("mismatch.log");
    String outcome =
        lab.programs(
            "compiled",
            Programs.names(Torture::shape),
            List.of(Kind.MIXED),
            "-Xcomp",
            "-XX:TieredStopAtLevel=1",
            "-Xlog:monitormismatch=info:file=" + log + ":none");
    if (lab.agent()) {
      Set<String> now = methods(log);
      now.removeAll(methods(lab.plainDirectory().resolve("mismatch.log")));
      if (!now.isEmpty()) {
        throw new AssertionError("no longer compilable: " + now);
      }
    }
    return outcome;
  }

  private static Set<String> methods(Path log) throws Exception {
    return Files.readAllLines(log).stream()
        .filter(line -> line.startsWith(LINE))
        .map(line -> line.substring(LINE.length()).replaceFirst(": .*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
