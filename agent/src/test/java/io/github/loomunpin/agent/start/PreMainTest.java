// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

class PreMainTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"strict=true", " strict = true ", "strict", "report=x,strict=true,dump=y"})
  void an_agent_that_cannot_start_knows_strict_in_all_its_forms(String options) {
    assertThat(PreMain.mayBeStrict(options)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "strict=false", "report=strict=true", "config=not-there"})
  void and_nothing_else(String options) {
    assertThat(PreMain.mayBeStrict(options)).isFalse();
    assertThat(PreMain.mayBeStrict(null)).isFalse();
  }

  @Test
  void the_file_that_is_named_counts() throws Exception {
    Path strict = Files.writeString(folder.resolve("strict"), "mode = rewrite\nstrict : true\n");
    Path other = Files.writeString(folder.resolve("other"), "mode = rewrite\n");

    assertThat(PreMain.mayBeStrict("force=true,config=" + strict)).isTrue();
    assertThat(PreMain.mayBeStrict("config=" + other)).isFalse();
  }

  @Test
  void old_jvms_can_load_it() throws Exception {
    try (InputStream file = PreMain.class.getResourceAsStream("PreMain.class");
        DataInputStream in = new DataInputStream(file)) {
      in.skipNBytes(6); // JVMS 4.1: magic and minor_version precede major_version

      assertThat(in.readUnsignedShort()).isEqualTo(Opcodes.V11);
    }
  }
}
