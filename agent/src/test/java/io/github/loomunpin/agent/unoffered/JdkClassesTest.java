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
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** The JDK's own classes that are rewritten, as this JDK has them. */
class JdkClassesTest {

  @Test
  void each_is_rewritten_as_a_whole_unless_it_locks_nothing_in_this_jdk() {
    JdkClasses jdk = new JdkClasses();
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    JdkCodeRules rules =
        new JdkCodeRules(
            ModeAnswers.ofJdk(index, new JdkMonitors(index, jdk)), JdkMonitors.convertible());
    ClassRewriter rewriter = new ClassRewriter(rules);
    List<String> whole = new ArrayList<>();
    for (String name : JdkSharedLocks.classes()) {
      jdk.bytes(name)
          .ifPresent(
              classFile -> {
                RewriteResult result = rewriter.rewrite(classFile);
                assertThat(
                        result.isWhole() || JdkClassRewriter.sharesNoLock(result, classFile, rules))
                    .as("%s", result)
                    .isTrue();
                if (result.isWhole()) {
                  whole.add(name);
                }
              });
    }

    assertThat(whole).contains("java/io/Reader", "java/io/Writer", "java/lang/Throwable");
  }

  @Test
  void each_that_can_be_converted_as_a_whole_asks_wherever_it_locks_itself()
      throws UnreadableClassException {
    JdkClasses jdk = new JdkClasses();
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    JdkCodeRules rules =
        new JdkCodeRules(
            ModeAnswers.ofJdk(index, new JdkMonitors(index, jdk)), JdkMonitors.convertible());
    List<String> converted = new ArrayList<>();
    for (String name : JdkMonitors.convertible()) {
      Optional<byte[]> before = jdk.bytes(name);
      if (before.isPresent()) {
        List<MonitorSite> sites =
            new SiteScanner(rules)
                .scan(before.get()).sites().stream()
                    .filter(site -> site.operand().kind() == Kind.THIS)
                    .toList();
        RewriteResult result = new ClassRewriter(rules).rewrite(before.get());
        assertThat(sites).as(name).allMatch(site -> site.decision().mode() == Mode.RUNTIME);
        assertThat(result.rewritten()).as(name).isGreaterThanOrEqualTo(sites.size());
        assertThat(synchronizedMethods(result.bytes().orElse(before.get()))).as(name).isEmpty();
        if (!sites.isEmpty()) {
          converted.add(name);
        }
      }
    }

    assertThat(converted).contains("java/util/Vector", "java/util/Stack", "java/io/PipedReader");
  }

  private static List<String> synchronizedMethods(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
    return node.methods.stream()
        .filter(method -> (method.access & Opcodes.ACC_SYNCHRONIZED) != 0)
        .filter(method -> (method.access & Opcodes.ACC_STATIC) == 0)
        .map(method -> method.name)
        .toList();
  }
}
