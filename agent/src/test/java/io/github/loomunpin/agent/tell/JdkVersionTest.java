// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JdkVersionTest {

  @Test
  void isThatOfThisJvm() {
    assertEquals(Runtime.version().toString(), JdkVersion.ofThisJvm());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "21",
        "21.0.8",
        "21.0.8+9",
        "21.0.8+9-LTS",
        "25-ea",
        "25-ea+3",
        "25-ea+3-2026-11-23",
        "22+-foo",
        "22-ea-foo",
        "23.0.1.0.1+11-Debian-1"
      })
  void isAsTheJdkHasIt(String text) {
    Runtime.Version version = Runtime.Version.parse(text);

    assertEquals(version.toString(), JdkVersion.text(version));
  }
}
