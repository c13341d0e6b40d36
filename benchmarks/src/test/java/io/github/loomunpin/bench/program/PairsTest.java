// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairsTest {

  @Test
  void the_middle_of_three_times_is_told() {
    assertThat(Pairs.middle(List.of("900 ms", "1000 ms", "30 ms"))).isEqualTo("900 ms");
  }

  @Test
  void what_froze_is_slower_than_any_time() {
    String frozen = "frozen (3 of 20 calls)";

    assertThat(Pairs.middle(List.of(frozen, "1000 ms", "30 ms"))).isEqualTo("1000 ms");
    assertThat(Pairs.middle(List.of(frozen, "1000 ms", frozen))).isEqualTo(frozen);
  }

  @Test
  void a_pom_names_all_libraries() {
    assertThat(LibraryProgram.pom(List.of("a:b:1", "c:d:2")))
        .contains("<groupId>a</groupId><artifactId>b</artifactId><version>1</version>")
        .contains("<groupId>c</groupId><artifactId>d</artifactId><version>2</version>");
  }
}
