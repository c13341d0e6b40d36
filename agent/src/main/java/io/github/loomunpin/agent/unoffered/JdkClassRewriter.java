// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ChangedClassRewriter;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.DefinedShape;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.transform.Dump;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Optional;
import java.util.Set;

/** Rewrites single classes of the JDK, by what the build or an earlier run has found, or anew. */
final class JdkClassRewriter {

  private final RewriteCache store = RewriteCache.ofJdk();
  private final RewriteCache cache;
  private final VisibleClasses classes;
  private final AgentOptions options;
  private final Outcome outcome;

  JdkClassRewriter(
      VisibleClasses classes, RewriteCache cache, AgentOptions options, Outcome outcome) {
    this.cache = cache;
    this.classes = classes;
    this.options = options;
    this.outcome = outcome;
  }

  /**
   * The rewritten class file of one of the JDK's own classes: from the store or the cache if it is
   * there, so that nothing of the rewriter need be loaded.
   *
   * @param name internal name
   * @param wholly whether it is converted as a whole
   * @return null if it shares no lock
   * @throws IllegalStateException if not all of it can be rewritten that has to be
   */
  byte[] rewrite(String name, byte[] classFile, boolean wholly) {
    RewriteResult result = resultOf(name, classFile, wholly);
    if (result.bytes().isEmpty() && sharesNoLock(result, classFile, rules(classes.jdk(), wholly))) {
      return null;
    }
    if (!result.isWhole()) {
      throw new IllegalStateException(
          result.bytes().isEmpty() ? "no site was found" : "" + result.problems() + result.slow());
    }
    if (options.dump().isPresent()) {
      Dump.write(options.dump().get(), name, classFile, result.bytes(), outcome);
    }
    return result.bytes().get();
  }

  /**
   * What another agent has made of a rewritten class file, with the locks that it has lost or got.
   *
   * @param unflagged the methods, by name and descriptor, that the other agent was shown with the
   *     synchronized flag, which they have lost
   * @param before the rewritten class file
   * @param isLoaded whether the class is, so that its flags stay as they are
   * @throws IllegalStateException if not all of it can be rewritten that has to be
   */
  byte[] rewriteChanged(
      boolean wholly, Set<String> unflagged, byte[] before, byte[] after, boolean isLoaded) {
    RewriteResult result =
        new ChangedClassRewriter(
                rules(classes.jdk(), wholly),
                new DefinedShape(unflagged, unflagged, Set.of(), isLoaded))
            .rewrite(before, after);
    if (!result.problems().isEmpty() || !result.slow().isEmpty()) {
      throw new IllegalStateException("" + result.problems() + result.slow());
    }
    return result.bytes().orElse(after);
  }

  private RewriteResult resultOf(String name, byte[] classFile, boolean wholly) {
    // Rules load much of ASM.
    RewriteCache.Rewriting anew =
        new RewriteCache.Rewriting() {
          @Override
          public RewriteResult rewrite(ModeQuestions jdk) {
            return new ClassRewriter(rules(jdk, wholly)).rewrite(classFile);
          }
        };
    if (!wholly && JdkMonitors.convertible().contains(name)) {
      // It is kept as it is where it is converted as a whole.
      return anew.rewrite(classes.jdk());
    }
    Optional<RewriteResult> known = store.find(name, classFile, classes.jdk());
    return known.isPresent()
        ? known.get()
        : cache.rewriteOfJdk(name, classFile, classes.jdk(), anew);
  }

  private static JdkCodeRules rules(ModeQuestions jdk, boolean wholly) {
    return new JdkCodeRules(jdk, wholly ? JdkMonitors.convertible() : Set.of());
  }

  /**
   * Whether a class of the list, which is of all JDKs, locks nothing in this one that is shared.
   */
  static boolean sharesNoLock(RewriteResult result, byte[] classFile, JdkCodeRules rules) {
    return result.bytes().isEmpty()
        && (!ClassFilePeek.at(classFile).mayNeedRewriting() || rules.keepsThis(result.name()));
  }
}
