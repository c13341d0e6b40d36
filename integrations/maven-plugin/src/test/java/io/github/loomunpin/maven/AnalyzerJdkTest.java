// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

class AnalyzerJdkTest {

  private static final Jdk JDK_17 = new Jdk(17, Path.of("jdk-17"));
  private static final Jdk JDK_21 = new Jdk(21, Path.of("jdk-21"));
  private static final Jdk JDK_25 = new Jdk(25, Path.of("jdk-25"));

  @Test
  void the_toolchain_of_the_project_comes_first() throws Exception {
    assertThat(AnalyzerJdk.choose(Optional.of(JDK_21), JDK_25, List.of())).isEqualTo(JDK_21);
  }

  @Test
  void a_project_for_an_old_jdk_is_analyzed_on_the_one_of_maven() throws Exception {
    assertThat(AnalyzerJdk.choose(Optional.of(JDK_17), JDK_25, List.of(JDK_21))).isEqualTo(JDK_25);
  }

  @Test
  void an_old_jdk_of_maven_is_made_up_for_by_another_that_it_knows() throws Exception {
    assertThat(AnalyzerJdk.choose(Optional.empty(), JDK_17, List.of(JDK_17, JDK_21)))
        .isEqualTo(JDK_21);
  }

  @Test
  void without_a_jdk_that_will_do_it_says_where_to_name_one() {
    assertThatThrownBy(() -> AnalyzerJdk.choose(Optional.of(JDK_17), JDK_17, List.of(JDK_17)))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "the analyzer needs a JDK 21 or newer, and Maven runs on JDK 17: set JAVA_HOME to a"
                + " newer one, or name one in ~/.m2/toolchains.xml");
  }
}
