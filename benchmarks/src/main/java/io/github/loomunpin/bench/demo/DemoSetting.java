// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.bench.shared.Project;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Agents to start the demo with.
 *
 * @param name as in the table
 * @param jvmOptions in the order of the command line
 */
record DemoSetting(String name, List<String> jvmOptions) {

  /** The agent, which makes the cache when the program ends. */
  static DemoSetting training(Project project, Path cache) {
    return new DemoSetting(
        "training", List.of("-javaagent:" + project.agent() + "=cache.update=true,cache=" + cache));
  }

  /**
   * No agent, the agent, and others alone and with the agent beside them.
   *
   * @param cache made before
   */
  static List<DemoSetting> all(Project project, Path cache) {
    List<String> none = List.of();
    List<String> unpin = List.of("-javaagent:" + project.agent());
    List<String> jacoco = List.of("-javaagent:" + project.jacoco() + "=output=none");
    List<String> openTelemetry =
        List.of(
            "-javaagent:" + project.openTelemetry(),
            // It would look for a collector.
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none");
    return List.of(
        new DemoSetting("no agent", none),
        new DemoSetting("loom-unpin", unpin),
        new DemoSetting(
            "loom-unpin with a cache",
            List.of("-javaagent:" + project.agent() + "=cache=" + cache)),
        new DemoSetting("JaCoCo", jacoco),
        // It must see the classes as the compiler wrote them.
        new DemoSetting("JaCoCo + loom-unpin", joined(jacoco, unpin)),
        new DemoSetting("OpenTelemetry", openTelemetry),
        new DemoSetting("loom-unpin + OpenTelemetry", joined(unpin, openTelemetry)));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return List.copyOf(both);
  }
}
