// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.mode.ModeAnswers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JDK's own classes that are rewritten, as this JDK has them. */
class JdkClassesTest {

  @Test
  void each_is_rewritten_as_a_whole_unless_it_locks_nothing_in_this_jdk() {
    JdkClasses jdk = new JdkClasses();
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    ClassRewriter rewriter =
        new ClassRewriter(new JdkCodeRules(ModeAnswers.ofJdk(index, new JdkMonitors(index, jdk))));
    List<String> whole = new ArrayList<>();
    for (String name : JdkSharedLocks.classes()) {
      jdk.bytes(name)
          .ifPresent(
              classFile -> {
                RewriteResult result = rewriter.rewrite(classFile);
                assertThat(result.isWhole() || JdkRewriting.locksNothing(result, classFile))
                    .as("%s", result)
                    .isTrue();
                if (result.isWhole()) {
                  whole.add(name);
                }
              });
    }

    assertThat(whole).contains("java/io/Reader", "java/io/Writer", "java/lang/Throwable");
  }
}
