// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JDK to start an application on, and agents to start it with.
 *
 * @param name as in the table
 * @param jvmOptions in the order of the command line
 */
record DemoSetting(String name, Jdk jdk, List<String> jvmOptions) {

  /** The agent, which makes the cache when the program ends. */
  static DemoSetting training(Jdk jdk, Project project, Path cache) {
    return new DemoSetting(
        "training",
        jdk,
        List.of("-javaagent:" + project.agent() + "=cache.update=true,cache=" + cache));
  }

  /**
   * No agent, the agent, the agent with a cache, and a JDK that does not need it.
   *
   * @param cache made before
   */
  static List<DemoSetting> own(Jdk jdk21, Optional<Jdk> jdk25, Project project, Path cache) {
    List<DemoSetting> settings = new ArrayList<>();
    settings.add(new DemoSetting("no agent", jdk21, List.of()));
    settings.add(new DemoSetting("loom-unpin", jdk21, unpin(project)));
    settings.add(
        new DemoSetting(
            "loom-unpin with a cache",
            jdk21,
            List.of("-javaagent:" + project.agent() + "=cache=" + cache)));
    jdk25.ifPresent(jdk -> settings.add(new DemoSetting("JDK 25, no agent", jdk, List.of())));
    return settings;
  }

  /** Other agents alone and with this one beside them. */
  static List<DemoSetting> others(Jdk jdk, Project project) {
    List<String> unpin = unpin(project);
    List<String> jacoco = List.of("-javaagent:" + project.jacoco() + "=output=none");
    List<String> openTelemetry =
        List.of(
            "-javaagent:" + project.openTelemetry(),
            // It would look for a collector.
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none");
    return List.of(
        new DemoSetting("JaCoCo", jdk, jacoco),
        // It must see the classes as the compiler wrote them.
        new DemoSetting("JaCoCo + loom-unpin", jdk, joined(jacoco, unpin)),
        new DemoSetting("OpenTelemetry", jdk, openTelemetry),
        new DemoSetting("loom-unpin + OpenTelemetry", jdk, joined(unpin, openTelemetry)));
  }

  private static List<String> unpin(Project project) {
    return List.of("-javaagent:" + project.agent());
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return List.copyOf(both);
  }
}
