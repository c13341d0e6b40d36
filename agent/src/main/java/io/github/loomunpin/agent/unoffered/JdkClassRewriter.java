// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.transform.Dump;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Optional;

/** Rewrites single classes of the JDK, by the store that the build has made, or anew. */
final class JdkClassRewriter {

  private final RewriteCache store = RewriteCache.ofJdk();
  private final VisibleClasses classes;
  private final AgentOptions options;
  private final Outcome outcome;

  JdkClassRewriter(VisibleClasses classes, AgentOptions options, Outcome outcome) {
    this.classes = classes;
    this.options = options;
    this.outcome = outcome;
  }

  /**
   * The rewritten class file of one of the JDK's own classes: from the store if it is there, so
   * that nothing of the rewriter need be loaded.
   *
   * @param name internal name
   * @param wholly whether it is converted as a whole
   * @return null if it shares no lock
   * @throws IllegalStateException if not all of it can be rewritten that has to be
   */
  byte[] rewrite(String name, byte[] classFile, boolean wholly) {
    // The store has the classes that can be converted as a whole as these are then.
    Optional<RewriteResult> known =
        wholly || !JdkMonitors.convertible().contains(name)
            ? store.find(name, classFile, classes.jdk())
            : Optional.empty();
    // What the store knows needs no rules, which would load much of ASM.
    RewriteResult result =
        known.isPresent() ? known.get() : new ClassRewriter(rules(wholly)).rewrite(classFile);
    if (result.bytes().isEmpty() && sharesNoLock(result, classFile, rules(wholly))) {
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

  private JdkCodeRules rules(boolean wholly) {
    return wholly ? classes.convertingRules() : classes.jdkRules();
  }

  /**
   * Whether a class of the list, which is of all JDKs, locks nothing in this one that is shared.
   */
  static boolean sharesNoLock(RewriteResult result, byte[] classFile, JdkCodeRules rules) {
    return result.bytes().isEmpty()
        && (!ClassFilePeek.at(classFile).mayNeedRewriting() || rules.keepsThis(result.name()));
  }
}
