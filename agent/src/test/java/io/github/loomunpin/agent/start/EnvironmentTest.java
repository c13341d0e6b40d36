// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

  @TempDir private Path folder;

  @Test
  void every_variable_is_read_as_the_jdk_reads_it() {
    Map<String, String> variables = System.getenv();
    assertThat(variables).isNotEmpty();
    variables.forEach((name, value) -> assertThat(Environment.get(name)).isEqualTo(value));
    assertThat(Environment.get("LOOM_UNPIN_NEVER_SET")).isNull();
  }

  @Test
  void the_first_of_several_counts_and_only_whole_names_do() throws Exception {
    String file = file("XA=0\0A\0=A=9\0AB=1\0A=2=x\0A=3\0E=\0Z=end");
    assertThat(Environment.get("A", file)).isEqualTo("2=x");
    assertThat(Environment.get("AB", file)).isEqualTo("1");
    assertThat(Environment.get("E", file)).isEmpty();
    assertThat(Environment.get("Z", file)).isEqualTo("end");
    assertThat(Environment.get("B", file)).isNull();
  }

  @Test
  void the_jdk_is_asked_for_what_cannot_be_read_here() throws Exception {
    String path = System.getenv("PATH");
    assertThat(path).isNotNull();
    assertThat(Environment.get("PATH", folder.resolve("absent").toString())).isEqualTo(path);
    assertThat(Environment.get("PATH", file(""))).isEqualTo(path);
    assertThat(Environment.get("PATH", file("PATH=\u00e9\0"))).isEqualTo(path);
  }

  private String file(String text) throws Exception {
    Path file = folder.resolve("environ");
    return Files.writeString(file, text, StandardCharsets.UTF_8).toString();
  }
}
