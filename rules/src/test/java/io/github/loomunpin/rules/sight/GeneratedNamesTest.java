// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedNamesTest {

  @ParameterizedTest
  @CsvSource({
    "io/github/loomunpin/agent/detect/Detection, true",
    "io/github/loomunpin/rules/sight/Sight, true",
    "io/github/loomunpin/shaded/asm/ClassReader, true",
    "java/lang/$UnpinMonitors, true",
    "java/lang/Thread, false",
    "io/github/loomunpin/demo/Main, false",
  })
  void the_agent_is_told_by_its_packages_and_its_runtime_in_java_lang(String name, boolean own) {
    assertThat(GeneratedNames.isAgents(name)).isEqualTo(own);
    assertThat(GeneratedNames.isInNoArchive(name)).isEqualTo(own);
  }
}
