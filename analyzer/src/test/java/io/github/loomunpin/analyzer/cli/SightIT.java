// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.programs.AllAtOnce;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPath;
import io.github.loomunpin.support.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One JVM brings threads into all situations at once. Its recording, a dump of it and the agent's
 * detection must name the same monitors for each of them, and tell the same of what happens to the
 * pin with the agent.
 */
class SightIT {

  private static final Path AGENT = Path.of("..", "agent", "target", "loom-unpin.jar");
  private static final Pattern STILL = Pattern.compile("stands still");

  /** Threads that have left their carriers, so that no pin is recorded. */
  private static final Set<String> NOT_PINNED = Set.of("behindABlock", "lambdaBehindABlock");

  /** Those that hold nothing but what they wait on. */
  private static final Set<String> ONLY_WAIT =
      Set.of("waits", "waitsForAnHour", "waitsOnItself", "waitsOnItsClass");

  /** Those that hold no monitor, but keep their carriers. */
  private static final Set<String> NO_MONITOR =
      Set.of("callsNative", "initializes", "initializesWhatAnotherDoes", "loads");

  @TempDir private Path directory;

  @Test
  void recordings_dumps_and_live_detection_name_the_same_monitors() throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    Path recording = directory.resolve("recorded.jfr");
    Path dump = directory.resolve("dump.txt");
    Path live = directory.resolve("live");
    run(recording, dump, live);

    JsonNode recorded =
        Reported.jsonHere(
            ExitCode.FINDINGS, "report", "--class-path", classes(), recording.toString());
    Map<String, Set<String>> inRecording = findings(recorded);
    JsonNode dumpedToo =
        Reported.jsonHere(
            ExitCode.FINDINGS,
            "report",
            "--class-path",
            classes(),
            recording.toString(),
            dump.toString());
    Map<String, Set<String>> inDump = held(dumpedToo, "");
    Set<String> oneOf = held(dumpedToo, "ONE_OF").keySet();
    JsonNode reportOfAgent = onlyFile(live);
    Map<String, Set<String>> inJvm = findings(reportOfAgent);

    assertThat(threads(recorded.at("/unexplained"))).isEqualTo(NO_MONITOR);
    assertThat(inRecording.keySet()).isEqualTo(pinnedBeneathAMonitor());
    StringBuilder disagreements = new StringBuilder();
    for (String name : AllAtOnce.names()) {
      Set<String> named = inRecording.getOrDefault(name, Set.of());
      Set<String> dumped = new TreeSet<>(inDump.getOrDefault(name, Set.of()));
      if (oneOf.contains(name)) {
        // A dump has no bytecode indexes, and names all of which the frame holds one.
        dumped.retainAll(named);
      }
      Set<String> detected = inJvm.getOrDefault(name, Set.of());
      if (!named.equals(dumped) || !named.equals(detected)) {
        disagreements.append(
            "%s: recording %s, dump %s, live %s%n".formatted(name, named, dumped, detected));
      }
      if (!NOT_PINNED.contains(name)) {
        Outlook said = PinOutlook.of(recorded, name);
        Set<Outlook> may = PinOutlook.inDump(dumpedToo, name);
        Outlook seen = PinOutlook.of(reportOfAgent, name);
        if (!may.contains(said) || said != seen) {
          disagreements.append(
              "%s: recording %s, dump %s, live %s%n".formatted(name, said, may, seen));
        }
      }
    }
    assertThat(disagreements.toString()).isEmpty();
    assertThat(PinOutlook.sums(recorded)).isEqualTo(PinOutlook.counted(recorded));
    assertThat(PinOutlook.sums(reportOfAgent)).isEqualTo(PinOutlook.counted(reportOfAgent));
  }

  private static Set<String> threads(JsonNode pins) {
    Set<String> names = new TreeSet<>();
    pins.forEach(pin -> names.add(pin.at("/longest/thread").asText()));
    return names;
  }

  private static Set<String> pinnedBeneathAMonitor() {
    Set<String> names = new TreeSet<>(AllAtOnce.names());
    names.removeAll(NOT_PINNED);
    names.removeAll(ONLY_WAIT);
    names.removeAll(NO_MONITOR);
    return names;
  }

  private void run(Path recording, Path dump, Path live) throws Exception {
    int pins = AllAtOnce.names().size() - NOT_PINNED.size();
    try (Child child =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .options(Recorded.SHORT_LIVED)
            .options(
                "-Djdk.virtualThreadScheduler.parallelism=80",
                "-Djdk.virtualThreadScheduler.maxPoolSize=80",
                "-javaagent:" + AGENT.toAbsolutePath() + "=mode=detect,report=" + live,
                Recorded.DEEP,
                "-XX:StartFlightRecording:filename=" + recording)
            .classPath(ClassPath.of(AllAtOnce.class))
            .main(AllAtOnce.class)
            .arguments("2", Integer.toString(pins), directory.resolve("go").toString())
            .start()) {
      child.awaitPrinted(STILL, Recorded.TIMEOUT);
      Jdk.running()
          .tool("jcmd", Long.toString(child.pid()))
          .arguments("Thread.dump_to_file", dump.toString())
          .run(Recorded.TIMEOUT)
          .successfully();
      Files.createFile(directory.resolve("go"));
      assertThat(child.await(Recorded.TIMEOUT)).as(child.output()).isTrue();
      assertThat(child.exitCode()).as(child.output()).isZero();
    }
  }

  private static String classes() {
    return ClassPath.of(AllAtOnce.class).toString();
  }

  private static JsonNode onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      File file = files.findFirst().orElseThrow().toFile();
      return new ObjectMapper().readTree(file);
    }
  }

  /** By thread. */
  private static Map<String, Set<String>> findings(JsonNode report) {
    Map<String, Set<String>> named = new TreeMap<>();
    for (JsonNode finding : report.at("/findings")) {
      if (!finding.at("/site/kind").asText().endsWith("WAIT")) {
        add(named, finding.at("/longest/thread").asText(), finding.at("/site"));
      }
    }
    return named;
  }

  /**
   * @param evidence how surely, empty for any
   */
  private static Map<String, Set<String>> held(JsonNode report, String evidence) {
    Map<String, Set<String>> named = new TreeMap<>();
    for (JsonNode thread : report.at("/jvms/0/pinned")) {
      for (JsonNode held : thread.at("/holds")) {
        boolean isMonitor = held.at("/kind").asText().equals("MONITOR");
        if (isMonitor && (evidence.isEmpty() || held.at("/evidence").asText().equals(evidence))) {
          add(named, thread.at("/name").asText(), held.at("/sites/0/site"));
        }
      }
    }
    return named;
  }

  private static void add(Map<String, Set<String>> named, String thread, JsonNode site) {
    named
        .computeIfAbsent(thread, name -> new TreeSet<>())
        .add(
            "%s.%s:%s %s"
                .formatted(
                    site.at("/class").asText(),
                    site.at("/method").asText(),
                    site.at("/line").asText(),
                    site.at("/decision/mode").asText()));
  }
}
