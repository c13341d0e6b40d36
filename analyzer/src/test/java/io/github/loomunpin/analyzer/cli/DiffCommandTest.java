// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.Schemas;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest extends CommandTest {

  private static final String ONE =
      """
      // a/One.java
      package a;
      class One { synchronized void stays() {} synchronized int goes() { return 1; } }
      """;

  private static final String TWO =
      """
      // a/One.java
      package a;
      class One {
        synchronized void stays() {}
        synchronized void comes(String s) throws InterruptedException { Thread.sleep(1); }
      }
      """;

  @TempDir private Path directory;

  private String before;
  private String after;

  @BeforeEach
  void compile() {
    before = Compiled.in(directory.resolve("before"), ONE).toString();
    after = Compiled.in(directory.resolve("after"), TWO).toString();
  }

  @Test
  void text_says_what_came_with_its_path_and_what_went() {
    assertExit(0, "diff", before, after);

    assertThat(out.toString())
        .startsWith("All: 1 added, 1 removed, 1 worse.\n\n" + before + " → " + after + ":")
        .containsPattern("2\\s+sites\\s+before, 2\\s+now: 1 added, 1 removed, 1 worse")
        .contains("  added    a.One.comes  blocks  ")
        .contains("One.java:5, synchronized method, locks this; the agent converts it")
        .contains("sleeps: line 5 > Thread.sleep")
        .contains("  removed  a.One.goes  ")
        .contains("  worse    a.One.stays  behind, was: short")
        .contains("waits behind a.One.comes, which sleeps: line 5 > Thread.sleep")
        .doesNotContain("One.java:3");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void nothing_changed_is_said() {
    assertExit(0, "diff", before, before);

    assertThat(out.toString())
        .isEqualTo("No site came, went, moved or got another grade in 1 library.\n");
  }

  @Test
  void json_has_both_sides() throws IOException {
    assertExit(0, "diff", before, after, "--format", "json");

    Schemas.assertValid("diff", out.toString());
    JsonNode document = new ObjectMapper().readTree(out.toString());
    assertThat(document.at("/format").asText()).isEqualTo("loom-unpin/diff");
    assertThat(document.at("/changes/ADDED").asInt()).isEqualTo(1);
    assertThat(document.at("/changes/MOVED").asInt()).isZero();
    assertThat(document.at("/libraries/0/before/name").asText()).isEqualTo(before);
    JsonNode added = document.at("/libraries/0/changes/0");
    assertThat(added.at("/kind").asText()).isEqualTo("ADDED");
    assertThat(added.has("before")).isFalse();
    assertThat(added.at("/after/method").asText()).isEqualTo("comes");
    assertThat(added.at("/after/grade").asText()).isEqualTo("BLOCKS");
    assertThat(document.at("/incomplete").isArray()).isTrue();
  }

  @Test
  void markdown_is_a_table() {
    assertExit(0, "diff", before, after, "--format", "md");

    assertThat(out.toString())
        .contains(": 2 sites before, 2 now: 1 added, 1 removed, 1 worse\n")
        .contains("* added `a.One.comes` **blocks** ")
        .contains("  * One.java:5, synchronized method")
        .contains("  * sleeps: `line 5 > Thread.sleep`\n");
  }

  @Test
  void the_gate_is_about_what_is_new_or_worse() {
    assertExit(1, "diff", before, after, "--fail-on", "blocks");
    assertExit(1, "diff", before, after, "--fail-on", "new");
    assertExit(0, "diff", before, after, "--fail-on", "native");
    assertExit(0, "diff", before, before, "--fail-on", "any");
    assertExit(1, "diff", after, before, "--fail-on", "new");
    assertExit(0, "diff", after, before, "--fail-on", "blocks");
  }

  @Test
  void class_paths_are_compared_as_java_takes_them() {
    assertExit(0, "diff", before + File.pathSeparator + after, after);

    assertThat(out.toString()).contains(before + " (removed): 2 sites before, 0 now: ");
  }

  @Test
  void input_that_cannot_be_read_is_said() {
    assertExit(3, "diff", before, directory.resolve("missing.jar").toString());

    assertThat(err.toString()).contains("missing.jar: no such file or directory");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void wrong_usage_is_one_line() {
    assertExit(2, "diff", before);
    assertThat(err.toString().lines()).hasSize(1);

    assertExit(2, "diff", before, after, "--fail-on", "soon");
    assertThat(err.toString())
        .contains("must be one of never, new, takes-lock, may-block, blocks, native, not 'soon'");
  }

  @Override
  void assertExit(int expected, String... args) {
    clear();
    super.assertExit(expected, args);
  }
}
