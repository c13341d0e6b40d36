// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.analyzer.record.RecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentJarTest {

  private static final String ENTRY_POINT = "io.github.loomunpin.agent.start.PreMain";

  @TempDir private Path folder;
  @TempDir private Path own;

  private Path jar(String name, String attribute, String value) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name(attribute), value);
    Path jar = folder.resolve(name);
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  private Path toAttach(Path agent) throws RecordException {
    return AgentJar.toAttach(Optional.of(agent), own);
  }

  @ParameterizedTest
  @CsvSource({
    "loom-unpin.jar, loom-unpin-attach.jar",
    "loom-unpin-agent-0.1.0.jar, loom-unpin-agent-0.1.0-attach.jar"
  })
  void the_jar_that_is_attached_is_beside_the_agent(String name, String attached) throws Exception {
    Path agent = jar(name, "Premain-Class", ENTRY_POINT);
    Path beside = jar(attached, "Agent-Class", ENTRY_POINT);

    assertThat(toAttach(agent)).isEqualTo(beside);
    assertThat(toAttach(beside)).isEqualTo(beside);
  }

  @Test
  void where_there_is_none_one_is_made_that_names_the_agent() throws Exception {
    Path agent = jar("loom unpin.jar", "Premain-Class", ENTRY_POINT);

    Path made = toAttach(agent);

    assertThat(made).hasParent(own);
    try (JarFile jar = new JarFile(made.toFile())) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Agent-Class")).isEqualTo(ENTRY_POINT);
      assertThat(attributes.getValue("Class-Path"))
          .startsWith("file:/")
          .endsWith("/loom%20unpin.jar");
    }
  }

  @Test
  void what_is_no_agent_of_ours_is_said_in_one_line() throws Exception {
    Path other = jar("other.jar", "Premain-Class", "com.acme.Agent");
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");

    assertThatThrownBy(() -> toAttach(other)).hasMessage(other + " is not loom-unpin's agent");
    assertThatThrownBy(() -> toAttach(text)).hasMessage("cannot read the agent " + text);
    assertThatThrownBy(() -> toAttach(folder.resolve("no.jar")))
        .isInstanceOf(RecordException.class)
        .hasMessageEndingWith("no.jar: there is no such file");
  }

  /** These tests run from folders of class files. */
  @Test
  void without_the_option_the_agent_is_looked_for_beside_the_analyzer() {
    assertThatThrownBy(() -> AgentJar.toAttach(Optional.empty(), own))
        .hasMessage("loom-unpin.jar is not beside the analyzer; name it with --agent");
  }

  @ParameterizedTest
  @CsvSource({"1.8, true", "17, true", "20, true", "21, false", "25, false", "'', false"})
  void only_jdks_with_virtual_threads_are_watched(String jdk, boolean tooOld) {
    assertThat(AgentLoad.isTooOld(jdk)).isEqualTo(tooOld);
  }
}
