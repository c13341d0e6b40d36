// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class OtherMavensIT {

  @TempDir private Path directory;

  private Ended run(String property, String... arguments) throws Exception {
    String version = System.getProperty(property);
    Path home = Path.of(System.getProperty("mavens"), "apache-maven-" + version);
    RealProject shop =
        RealProject.copy(
            "shop", directory.resolve("shop"), LocalRepository.of(OtherMavensIT.class));
    Ended ended = shop.command(home, arguments).run(Duration.ofMinutes(5));
    assertThat(ended.output()).contains("Apache Maven " + version);
    return ended;
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest-maven.version", "newer-maven.version"})
  void the_gate_works_in_other_versions_of_maven(String property) throws Exception {
    Ended ended = run(property, "--show-version", "compile", "loom-unpin:check");

    assertThat(ended.exitCode()).isOne();
    assertThat(ended.output()).contains("on project shop: --fail-on blocks: 4 sites");
  }
}
