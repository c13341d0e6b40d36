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
import io.github.loomunpin.support.process.ClassPathArgument;
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
      Set.of(
          "callsNative",
          "initializes",
          "initializesWhatAnotherDoes",
          "loads",
          "loadsWhatAnotherDoes");

  /** Those that hold or want monitors of the JDK's although the agent converts what it can. */
  private static final Set<String> STILL_HELD =
      Set.of(
          "convertedWithinNative",
          "hashtable",
          "locksInAnInitializerWithin",
          "nativeBelowConverted",
          "waitsAboveNative");

  /** Those that then keep their carriers for another reason alone. */
  private static final Set<String> CALLED =
      Set.of(
          "callsNative",
          "callsNativeWithin",
          "initializes",
          "initializesWhatAnotherDoes",
          "initializesWithin",
          "loads",
          "loadsWhatAnotherDoes",
          "loadsWithin");

  /** What an object may decide: a dump does not show its class. */
  private static final Set<Outlook> DECIDED_BY_OBJECT =
      Set.of(Outlook.END, Outlook.DEPENDS, Outlook.STAY);

  @TempDir private Path directory;

  /** What has been said of the threads of one JVM. */
  private record Said(JsonNode recorded, JsonNode dumped, JsonNode live) {}

  @Test
  void recordings_dumps_and_live_detection_name_the_same_monitors() throws Exception {
    Said said = run("mode=detect", AllAtOnce.names().size() - NOT_PINNED.size());

    assertThat(threads(said.recorded().at("/unexplained"))).isEqualTo(NO_MONITOR);
    assertThat(findings(said.recorded()).keySet()).isEqualTo(pinnedBeneathAMonitor());
    Set<String> pinned = new TreeSet<>(AllAtOnce.names());
    pinned.removeAll(NOT_PINNED);
    assertAgreement(said, pinned);
    assertThat(PinOutlook.sums(said.recorded())).isEqualTo(PinOutlook.counted(said.recorded()));
    assertThat(PinOutlook.sums(said.live())).isEqualTo(PinOutlook.counted(said.live()));
  }

  @Test
  void they_name_the_same_monitors_where_an_agent_converts() throws Exception {
    Said said = run("mode=rewrite+detect", STILL_HELD.size() + CALLED.size());

    assertThat(threads(said.recorded().at("/findings"))).isEqualTo(STILL_HELD);
    assertThat(CALLED).containsAll(threads(said.recorded().at("/unexplained")));
    assertAgreement(said, STILL_HELD);
  }

  private static void assertAgreement(Said said, Set<String> pinned) {
    Map<String, Set<String>> inRecording = findings(said.recorded());
    Map<String, Set<String>> inDump = held(said.dumped(), "");
    Set<String> oneOf = held(said.dumped(), "ONE_OF").keySet();
    Map<String, Set<String>> inJvm = findings(said.live());
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
      if (pinned.contains(name)) {
        Outlook recorded = PinOutlook.of(said.recorded(), name);
        Set<Outlook> may = PinOutlook.inDump(said.dumped(), name);
        Outlook seen = PinOutlook.of(said.live(), name);
        boolean agrees =
            may.contains(recorded)
                || may.contains(Outlook.DEPENDS) && DECIDED_BY_OBJECT.contains(recorded);
        if (!agrees || recorded != seen) {
          disagreements.append(
              "%s: recording %s, dump %s, live %s%n".formatted(name, recorded, may, seen));
        }
      }
    }
    assertThat(disagreements.toString()).isEmpty();
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

  /**
   * @param mode of the agent
   * @param pins how many it sees
   */
  private Said run(String mode, int pins) throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    Path recording = directory.resolve("recorded.jfr");
    Path dump = directory.resolve("dump.txt");
    Path live = directory.resolve("live");
    try (Child child =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .options(Recorded.SHORT_LIVED)
            .options(
                "-Djdk.virtualThreadScheduler.parallelism=80",
                "-Djdk.virtualThreadScheduler.maxPoolSize=80",
                "-javaagent:" + AGENT.toAbsolutePath() + "=" + mode + ",report=" + live,
                Recorded.DEEP,
                "-XX:StartFlightRecording:filename=" + recording)
            .classPath(ClassPathArgument.of(AllAtOnce.class))
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
    return new Said(
        report(recording.toString()), report(recording.toString(), dump.toString()), pinsOf(live));
  }

  private static JsonNode report(String... files) throws IOException {
    return Reported.jsonHere(
        ExitCode.FINDINGS,
        Stream.concat(Stream.of("report", "--class-path", classes()), Stream.of(files))
            .toArray(String[]::new));
  }

  private static String classes() {
    return ClassPathArgument.of(AllAtOnce.class).toString();
  }

  /** The report of pins; an agent that rewrites reports that in a file of its own. */
  private static JsonNode pinsOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      File file =
          files
              .filter(path -> path.getFileName().toString().startsWith("loom-unpin-pins-"))
              .findFirst()
              .orElseThrow()
              .toFile();
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
