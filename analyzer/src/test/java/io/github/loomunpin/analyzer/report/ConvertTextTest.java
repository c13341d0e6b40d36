// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConvertTextTest {

  private static List<String> jars(int count) {
    return IntStream.range(0, count).mapToObj(i -> "lib/" + i + ".jar").toList();
  }

  @Test
  void jars_that_are_not_given_are_one_line_that_says_what_to_do() {
    assertThat(ConvertText.notGiven(Map.of("app.jar", jars(2)), false))
        .containsExactly(
            "not given, but on the class path by the manifest of app.jar: lib/0.jar, lib/1.jar; what"
                + " depends on it will be rewritten as it is loaded, so give it as well, or with -cp"
                + " to leave it as it is");
  }

  @Test
  void lines_and_names_are_bounded_unless_all_are_asked_for() {
    Map<String, List<String>> missing = new LinkedHashMap<>();
    jars(12).forEach(jar -> missing.put(jar, jars(50)));

    List<String> lines = ConvertText.notGiven(missing, false);

    assertThat(lines).hasSize(11);
    assertThat(lines.getFirst())
        .contains("lib/0.jar, lib/1.jar, lib/2.jar and 47 more (--verbose names them);");
    assertThat(lines.getLast()).isEqualTo("2 more jars bring others (--verbose names them)");
    assertThat(ConvertText.notGiven(missing, true))
        .hasSize(12)
        .allSatisfy(line -> assertThat(line).contains("lib/49.jar;"));
  }
}
