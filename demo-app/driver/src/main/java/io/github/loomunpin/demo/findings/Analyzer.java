// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The analyzer as a user runs it: its jar, in a JVM of its own.
 *
 * @param output where its reports go
 */
public record Analyzer(Path jar, Path output) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** No pins; pins; something could not be read, which the report says. */
  private static final Set<Integer> USABLE = Set.of(0, 1, 3);

  /** Writes the report of a run beside its recording, as text, JSON and HTML. */
  public Holders report(Run run, Path recordingFile, Path application)
      throws IOException, InterruptedException {
    var recording = recordingFile.toString();
    var name = recording.substring(0, recording.length() - ".jfr".length());
    var text =
        run(
            "report",
            recording,
            "--class-path",
            application.toString(),
            "--format",
            "text",
            "--format",
            "json=" + name + "-pins.json",
            "--format",
            "html=" + name + "-pins.html");
    Files.writeString(Path.of(name + "-pins.txt"), text);
    return Holders.of(run, text, read(Path.of(name + "-pins.json")));
  }

  /** Counts the monitors of libraries, whose jars are in a folder. */
  public List<MonitorCount> count(Inventory inventory, Path jars)
      throws IOException, InterruptedException {
    var json = output.resolve("monitors.json");
    var text = run("scan", jars.toString(), "--format", "text", "--format", "json=" + json);
    Files.writeString(output.resolve("monitors.txt"), text);
    return MonitorCount.of(inventory, read(json));
  }

  private static JsonNode read(Path json) throws IOException {
    return MAPPER.readTree(json.toFile());
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    var ended =
        Jdk.running()
            .java()
            .options("-XX:+UseSerialGC", "-Dstdout.encoding=UTF-8")
            .jar(jar, arguments)
            .run(TIMEOUT);
    Files.writeString(output.resolve("analyzer.log"), ended.errors());
    if (!USABLE.contains(ended.exitCode())) {
      throw new IOException(
          "the analyzer failed (%s): %s"
              .formatted(String.join(" ", arguments), ended.errors().strip()));
    }
    return ended.output();
  }
}
