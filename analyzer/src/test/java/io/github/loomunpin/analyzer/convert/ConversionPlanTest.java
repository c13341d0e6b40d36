// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversionPlanTest {

  @TempDir private Path folder;

  private Path file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  private ConversionPlan plan(boolean overwrite, Path... jars) throws ConvertException {
    return plan(overwrite, List.of(jars), List.of());
  }

  private ConversionPlan plan(boolean overwrite, List<Path> jars, List<Path> more)
      throws ConvertException {
    return ConversionPlan.of(jars, more, folder.resolve("out"), overwrite);
  }

  @Test
  void jars_keep_their_places_to_one_another() throws Exception {
    Path app = file("program/app.jar");
    Path one = file("program/lib/one.jar");
    Path two = file("program/lib/more/one.jar");

    ConversionPlan plan = plan(false, app, one, two);

    assertThat(plan.jars())
        .containsEntry(app, folder.resolve("out/app.jar"))
        .containsEntry(one, folder.resolve("out/lib/one.jar"))
        .containsEntry(two, folder.resolve("out/lib/more/one.jar"));
    assertThat(plan.jars().keySet()).containsExactly(app, one, two);
    assertThat(plan.agent()).isEqualTo(folder.resolve("out/loom-unpin.jar"));
  }

  @Test
  void jars_of_one_folder_are_put_into_one() throws Exception {
    Path jar = file("a/b/one.jar");
    Path other = file("a/b/two.jar");

    assertThat(plan(false, jar).jars()).containsValue(folder.resolve("out/one.jar"));
    assertThat(plan(false, jar, other).jars()).containsValue(folder.resolve("out/two.jar"));
  }

  @Test
  void what_is_there_stays_unless_it_may_be_replaced() throws Exception {
    Path jar = file("a/one.jar");
    file("out/one.jar");

    assertThatThrownBy(() -> plan(false, jar))
        .isInstanceOf(ConvertException.class)
        .hasMessageContaining("is there already; --force replaces it");
    assertThat(plan(true, jar).jars()).hasSize(1);
  }

  @Test
  void a_link_that_leads_nowhere_is_not_replaced_unless_it_may_be() throws Exception {
    Path jar = file("a/one.jar");
    Files.createDirectories(folder.resolve("out"));
    Files.createSymbolicLink(folder.resolve("out/one.jar"), folder.resolve("nowhere"));

    assertThatThrownBy(() -> plan(false, jar)).hasMessageContaining("--force replaces it");
    assertThat(plan(true, jar).jars()).hasSize(1);
  }

  @Test
  void what_is_read_is_never_replaced() throws Exception {
    Path jar = file("out/one.jar");
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
    Path same = Files.move(link, Files.createDirectories(folder.resolve("c")).resolve("one.jar"));
    for (Path given : List.of(jar, same, folder.resolve("out/../out/one.jar"))) {
      assertThatThrownBy(() -> plan(true, given))
          .isInstanceOf(ConvertException.class)
          .hasMessageContaining("would be replaced; choose another folder");
    }
  }

  @Test
  void what_is_only_on_the_class_path_is_never_replaced() throws Exception {
    Path jar = file("a/one.jar");
    Path there = file("out/one.jar");
    Path agent = file("out/loom-unpin.jar");
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), there);

    for (Path read : List.of(there, link)) {
      assertThatThrownBy(() -> plan(true, List.of(jar), List.of(folder, read)))
          .isInstanceOf(ConvertException.class)
          .hasMessage(read + " would be replaced; choose another folder");
    }
    ConversionPlan plan = plan(true, List.of(jar), List.of(agent));
    assertThatThrownBy(() -> plan.checkReplaces(plan.agent()))
        .isInstanceOf(ConvertException.class)
        .hasMessage(agent + " would be replaced; choose another folder");
  }

  @Test
  void the_agent_that_converts_is_not_replaced_by_a_jar() throws Exception {
    Path code = file("code/agent.jar");
    Files.createDirectories(folder.resolve("out"));
    Files.createLink(folder.resolve("out/one.jar"), code);
    Path jar = file("a/one.jar");

    ConversionPlan plan = plan(true, jar);
    assertThatThrownBy(() -> plan.checkKeeps(new AgentJar(code)))
        .hasMessage(code + " would be replaced; choose another folder");
  }

  @Test
  void the_places_must_be_files_in_a_folder() throws Exception {
    Path jar = file("a/one.jar");
    Files.createDirectories(folder.resolve("out/one.jar"));

    assertThatThrownBy(() -> plan(true, jar)).hasMessageContaining("one.jar is no file");
    Path agent = file("a/loom-unpin.jar");
    assertThatThrownBy(() -> plan(true, agent))
        .hasMessageContaining("is the place of the agent's jar");
    assertThatThrownBy(() -> plan(true, jar, folder.resolve("a/../a/one.jar")))
        .hasMessageContaining("one.jar is given twice");
  }
}
