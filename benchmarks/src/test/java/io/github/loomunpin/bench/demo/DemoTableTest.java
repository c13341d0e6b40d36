// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoTableTest {

  private static final Jdk JDK = new Jdk(21, Path.of("w"));
  private static final Project PROJECT = new Project(Path.of("x"));

  @Test
  void compares_with_the_first_setting() {
    Map<DemoSetting, List<DemoRun>> runs = new LinkedHashMap<>();
    runs.put(
        new DemoSetting("no agent", JDK, List.of()),
        List.of(new DemoRun(2, 1.5, 3, 1), new DemoRun(4, 1.5, 3, 1)));
    runs.put(
        new DemoSetting("loom-unpin", JDK, List.of("-javaagent:x")),
        List.of(new DemoRun(2.2, 1.6, 3.3, 1.2), new DemoRun(4.4, 1.6, 3.3, 1.2)));

    DemoTable table = new DemoTable("it", runs);

    assertThat(table.toString().lines().skip(2))
        .containsExactly(
            "| no agent | 3.00 | 2.00 | 4.00 | 1.00 | 3.00 | 1.00 | 1.00 | 1.00 | 1.50 |",
            "| loom-unpin | 3.30 | 2.20 | 4.40 | 1.10 | 3.30 | 1.10 | 1.20 | 1.20 | 1.60 |");
    assertThat(table.raw().lines())
        .containsExactly(
            "setting,round,answered s,spring s,cpu s,main s",
            "no agent,0,2.000,1.500,3.000,1.000",
            "no agent,1,4.000,1.500,3.000,1.000",
            "loom-unpin,0,2.200,1.600,3.300,1.200",
            "loom-unpin,1,4.400,1.600,3.300,1.200");
  }

  @Test
  void every_other_agent_runs_alone_and_with_ours() {
    List<DemoSetting> settings = DemoSetting.others(JDK, PROJECT);

    assertThat(settings).extracting(setting -> agents(setting).size()).containsExactly(1, 2, 1, 2);
    assertThat(agents(settings.get(1)).getLast()).endsWith("loom-unpin.jar");
    assertThat(agents(settings.get(3)).getFirst()).endsWith("loom-unpin.jar");
  }

  @Test
  void only_the_newer_jdk_runs_without_the_agent_beside_the_baseline() {
    Jdk newer = new Jdk(25, Path.of("z"));
    List<DemoSetting> settings = DemoSetting.own(JDK, Optional.of(newer), PROJECT, Path.of("y"));

    assertThat(settings).extracting(setting -> agents(setting).size()).containsExactly(0, 1, 1, 0);
    assertThat(settings.getLast().jdk()).isEqualTo(newer);
    assertThat(DemoSetting.own(JDK, Optional.empty(), PROJECT, Path.of("y"))).hasSize(3);
  }

  private static List<String> agents(DemoSetting setting) {
    return setting.jvmOptions().stream().filter(o -> o.startsWith("-javaagent:")).toList();
  }
}
