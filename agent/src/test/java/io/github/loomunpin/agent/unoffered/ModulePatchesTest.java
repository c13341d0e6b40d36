// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModulePatchesTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Outcome outcome;

  @BeforeEach
  void listen() throws Exception {
    outcome = new Outcome(new PrintStream(said, true), AgentOptions.parse("", ""));
  }

  @Test
  void folders_and_jars_of_a_patch_are_read(@TempDir Path folder) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes/java/sql"));
    Files.createFile(classes.resolve("Added.class"));
    Files.createFile(classes.resolve("Added.txt"));
    Path jar = folder.resolve("patch.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("javax/sql/Other.class"));
    }
    Map<String, Set<String>> found = new HashMap<>();

    ModulePatches.add(
        "java.sql=" + folder.resolve("classes") + File.pathSeparator + jar, found, outcome);

    assertThat(found).isEqualTo(Map.of("java.sql", Set.of("java/sql/Added", "javax/sql/Other")));
    assertThat(said.size()).isZero();
  }

  @Test
  void a_jar_that_cannot_be_read_is_named(@TempDir Path folder) throws Exception {
    Path jar = Files.writeString(folder.resolve("broken.jar"), "no jar");

    ModulePatches.add("java.sql=" + jar, new HashMap<>(), outcome);

    assertThat(said.toString()).contains("now unsafe").contains("broken.jar");
  }

  @Test
  void a_class_counts_as_patched_in_its_own_module_only() {
    ModulePatches patches = new ModulePatches(Map.of("java.base", Set.of("java/util/Added")));

    assertThat(patches.contains(Object.class.getModule(), "java/util/Added")).isTrue();
    assertThat(patches.contains(Object.class.getModule(), "java/util/ArrayList")).isFalse();
    assertThat(patches.contains(getClass().getModule(), "java/util/Added")).isFalse();
  }
}
