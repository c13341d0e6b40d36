// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoMemoryTest {

  @Test
  void compares_round_by_round_with_the_same_without_the_agent() {
    Map<String, List<Double>> megabytes = new LinkedHashMap<>();
    megabytes.put("no agent", List.of(300.0, 310.0, 320.0));
    megabytes.put("loom-unpin", List.of(310.5, 325.0, 322.0));
    megabytes.put("AppCDS, no agent", List.of(200.0, 200.0, 200.0));
    megabytes.put("AppCDS, loom-unpin", List.of(230.0, 240.0, 220.0));

    assertThat(DemoMemory.table(megabytes).lines().skip(2))
        .containsExactly(
            "| no agent | 310 | 300 | 320 | 0.0 |",
            "| loom-unpin | 322 | 311 | 325 | 10.5 |",
            "| AppCDS, no agent | 200 | 200 | 200 | 0.0 |",
            "| AppCDS, loom-unpin | 230 | 220 | 240 | 30.0 |");
    assertThat(DemoMemory.raw(megabytes).lines()).contains("loom-unpin,1,325.0").hasSize(13);
  }
}
