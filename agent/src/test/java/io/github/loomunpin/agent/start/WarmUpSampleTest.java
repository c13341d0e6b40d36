// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeRules;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WarmUpSampleTest {

  @Test
  void the_sample_has_what_there_is_to_practise() throws IOException {
    JdkClasses classes = new JdkClasses();
    ClassIndex index = new ClassIndex(classes, ClassSource.NONE);
    ModeRules modes =
        new ModeRules(
            new ModeAnswers(index, new JdkMonitors(index, classes), name -> false, false));
    try (InputStream in = WarmUpSample.class.getResourceAsStream("WarmUpSample.class")) {
      RewriteResult result = new ClassRewriter(modes).rewrite(in.readAllBytes());

      assertThat(result.bytes()).isPresent();
      assertThat(result.rewritten()).isGreaterThanOrEqualTo(10);
      assertThat(result.slow()).isEmpty();
      assertThat(result.problems()).isEmpty();
    }
  }
}
