// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.thread.ThreadRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the agent's rules about threads come to in the libraries of this application. */
class ThreadRulesTest {

  private static final ThreadRules RULES = ThreadRules.of(true, NameGlobs.NONE);
  private static final Supertypes SUPERTYPES =
      new Supertypes(new ClassIndex(new JdkClasses(), ThreadRulesTest::classFile));

  @Test
  void every_rule_names_a_class_that_makes_threads() {
    assertThat(RULES.classes())
        .isNotEmpty()
        .allSatisfy(
            name -> {
              ThreadRewriter.Result result = rewrite(name);
              assertThat(result.rewritten().size() + result.left().size()).isPositive();
            });
  }

  @Test
  void rules_take_and_pass_classes_that_are_there() {
    for (String name : RULES.classes()) {
      var rule = RULES.of(name).orElseThrow();
      assertThat(rule.takes()).allMatch(each -> classFile(each).isPresent());
      assertThat(rule.passes()).allMatch(each -> classFile(each).isPresent());
    }
  }

  @Test
  void threads_of_these_methods_may_become_virtual() {
    List<String> rewritten = new ArrayList<>();
    RULES.classes().forEach(name -> rewritten.addAll(rewrite(name).rewritten()));

    assertThat(rewritten)
        .containsExactlyInAnyOrder(
            "com.zaxxer.hikari.util.UtilityElf$DefaultThreadFactory.newThread",
            "org.apache.tomcat.util.net.AbstractEndpoint.startAcceptorThread",
            "org.apache.tomcat.util.threads.TaskThreadFactory.newThread",
            "org.postgresql.Driver.connect",
            "org.springframework.boot.autoconfigure.BackgroundPreinitializer"
                + ".performPreinitialization",
            "org.springframework.boot.autoconfigure.condition"
                + ".OnClassCondition$ThreadedOutcomesResolver.<init>",
            "org.springframework.boot.web.embedded.tomcat.GracefulShutdown.shutDownGracefully");
  }

  @Test
  void threads_of_these_methods_stay_with_the_reason() {
    List<String> left = new ArrayList<>();
    RULES.classes().forEach(name -> left.addAll(rewrite(name).left()));

    assertThat(left)
        .containsExactlyInAnyOrder(
            "org.apache.tomcat.util.net.NioBlockingSelector.open: a subclass of Thread,"
                + " org.apache.tomcat.util.net.NioBlockingSelector$BlockPoller",
            "org.apache.tomcat.util.net.NioEndpoint.startInternal: a thread that waits in"
                + " Selector.select, which keeps a carrier",
            "org.postgresql.util.SharedTimer.getTimer: made by the JDK in java.util.Timer",
            "org.springframework.boot.web.embedded.tomcat.TomcatWebServer.startDaemonAwaitThread:"
                + " a subclass of Thread,"
                + " org.springframework.boot.web.embedded.tomcat.TomcatWebServer$1");
  }

  private static ThreadRewriter.Result rewrite(String name) {
    assertThat(classFile(name)).as(name).isPresent();
    return ThreadRewriter.rewrite(
        classFile(name).orElseThrow(), RULES.of(name).orElseThrow(), SUPERTYPES);
  }

  private static Optional<byte[]> classFile(String internalName) {
    var loader = ThreadRulesTest.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
