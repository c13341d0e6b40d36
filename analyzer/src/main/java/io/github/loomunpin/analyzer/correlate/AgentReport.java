// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.NameGlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the agent knew when its JVM ended, from the file that its option {@code report=} makes.
 *
 * @param notConverted classes, by binary name, that the agent left: it came too late for them, or
 *     failed
 */
public record AgentReport(List<String> notConverted) {

  /** Stands for a JVM without such a file. */
  public static final AgentReport NONE = new AgentReport(List.of());

  private static final String LOADED_BEFORE = "loadedBefore";
  private static final String FAILED = "failed";

  /**
   * @throws IOException if it cannot be read, or is something else; the message is one clause
   */
  public static AgentReport read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("no such file");
    }
    JsonNode report = new ObjectMapper().readTree(file.toFile());
    if (!report.path(LOADED_BEFORE).isArray() || !report.path(FAILED).isObject()) {
      throw new IOException("not a report of the loom-unpin agent (report=DIR makes one)");
    }
    List<String> names = new ArrayList<>();
    report.path(LOADED_BEFORE).forEach(name -> names.add(name.asText()));
    report.path(FAILED).fieldNames().forEachRemaining(names::add);
    // Some lines say how many more there are, or in which other loader a class failed as well.
    names.removeIf(name -> name.isEmpty() || name.contains(" "));
    return new AgentReport(List.copyOf(names));
  }

  /** What the agent was told to leave native, together with what it left by itself. */
  public KeptNative with(KeptNative told) {
    if (notConverted.isEmpty()) {
      return told;
    }
    String exclude = told.exclude() + ";" + String.join(";", notConverted);
    return new KeptNative(told.include(), NameGlobs.parse(exclude), told.jdk());
  }
}
