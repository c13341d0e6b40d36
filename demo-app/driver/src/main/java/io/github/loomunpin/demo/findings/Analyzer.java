// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The analyzer as a user runs it: its jar, in a JVM of its own.
 *
 * @param output where its reports go
 */
public record Analyzer(Path jar, Path output) {

  /** What follows the name of a run in that of the file with its pins for people. */
  public static final String TEXT = "-pins.txt";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** No pins; pins; something could not be read, which the report says. */
  private static final Set<Integer> USABLE = Set.of(0, 1, 3);

  /** Writes the report of a run beside its recording, as text, JSON and HTML. */
  public Holders report(Path recordingFile, Path application)
      throws IOException, InterruptedException {
    var recording = recordingFile.toString();
    var name = recording.substring(0, recording.length() - ".jfr".length());
    var json = Path.of(name + "-pins.json");
    var text =
        run(
            json,
            "report",
            recording,
            "--class-path",
            application.toString(),
            "--format",
            "text",
            "--format",
            "json=" + json,
            "--format",
            "html=" + name + "-pins.html");
    Files.writeString(Path.of(name + TEXT), text);
    return Holders.of(read(json));
  }

  /** The monitors of libraries, from their class files; also writes what a user would see. */
  public List<LibraryCount> count(Inventory inventory, Path jars)
      throws IOException, InterruptedException {
    var json = output.resolve("monitors.json");
    var text = run(json, "scan", jars.toString(), "--format", "text", "--format", "json=" + json);
    Files.writeString(output.resolve("monitors.txt"), text);
    return new LibraryCounts(inventory, read(json), Optional.empty()).counts();
  }

  /** The monitors of libraries, from their class files and from their sources. */
  public List<LibraryCount> count(Inventory inventory, Path jars, Path sources)
      throws IOException, InterruptedException {
    var compiled = output.resolve("monitors-classes.json");
    run(compiled, "scan", "--no-paths", jars.toString(), "--sites", "--format", "json=" + compiled);
    var written = output.resolve("monitors-sources.json");
    var arguments = new ArrayList<>(List.of("scan", "--no-paths"));
    try (var folders = Files.list(sources)) {
      folders.sorted().map(Path::toString).forEach(arguments::add);
    }
    arguments.addAll(List.of("--sites", "--format", "json=" + written));
    run(written, arguments.toArray(String[]::new));
    var itsSources = new LibraryCounts.Sources(read(written), sources);
    return new LibraryCounts(inventory, read(compiled), Optional.of(itsSources)).counts();
  }

  /** The monitors of the JDK that runs this; none if it has no sources. */
  public List<MonitorTable.JdkCount> countJdk() throws IOException, InterruptedException {
    var zip = Jdk.running().home().resolve("lib").resolve("src.zip");
    if (!Files.exists(zip)) {
      return List.of();
    }
    var json = output.resolve("monitors-jdk.json");
    var arguments = new ArrayList<>(List.of("scan", "--no-paths"));
    ModuleFinder.ofSystem().findAll().stream()
        .map(module -> "jrt:/" + module.descriptor().name())
        .sorted()
        .forEach(arguments::add);
    arguments.addAll(List.of("--format", "json=" + json));
    run(json, arguments.toArray(String[]::new));
    return List.of(
        new MonitorTable.JdkCount(
            Runtime.version().toString(),
            SourceSearch.inZip(zip, "synchronized"),
            SourceSearch.inZip(zip, "Lock"),
            read(json).path("totals").path("total").asInt()));
  }

  private static JsonNode read(Path json) throws IOException {
    return MAPPER.readTree(json.toFile());
  }

  /**
   * @param json what it is to write: nothing of an earlier run is left, and if it writes nothing it
   *     has failed. Its exit code alone does not tell, since that of a JVM without a usable jar is
   *     1, too
   */
  private String run(Path json, String... arguments) throws IOException, InterruptedException {
    Files.deleteIfExists(json);
    var ended =
        Jdk.running()
            .java()
            // One report is over before the second compiler pays.
            .options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dstdout.encoding=UTF-8")
            .jar(jar, arguments)
            .run(TIMEOUT);
    Files.writeString(log(json), ended.errors());
    if (!USABLE.contains(ended.exitCode()) || !Files.exists(json)) {
      throw new IOException(
          "the analyzer failed (%s): %s"
              .formatted(String.join(" ", arguments), ended.errors().strip()));
    }
    return ended.output();
  }

  /** Each report has its own log, since several may be made at a time. */
  private static Path log(Path json) {
    return Path.of(json.toString().replaceFirst("\\.json$", ".log"));
  }
}
