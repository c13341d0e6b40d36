// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ThreadResult;
import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.agent.tell.ThreadTally;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.option.ThreadChoice;
import io.github.loomunpin.rules.site.ClassFileProblem;
import io.github.loomunpin.rules.thread.ThreadRule;
import io.github.loomunpin.rules.thread.ThreadRules;
import java.util.Optional;

/**
 * Rewrites the places where the chosen classes make threads, before their monitors are rewritten:
 * it adds calls of a static method only, which have nothing to do with locking. Safe for any
 * thread.
 */
final class ThreadRewriting {

  private final ThreadRules rules;
  private final ThreadTally tally;

  ThreadRewriting(ThreadChoice choice, ThreadTally tally) {
    this.rules = ThreadRules.of(choice.known(), choice.globs());
    this.tally = tally;
  }

  /**
   * The rewritten class file, or the same one.
   *
   * @param counted whether to count it, and to tell of it
   */
  byte[] rewrite(ClassIndex index, String name, byte[] classFile, boolean counted) {
    Optional<ThreadRule> rule = rules.of(name);
    if (rule.isEmpty()) {
      return classFile;
    }
    try {
      ThreadResult result = ThreadRewriter.rewrite(classFile, rule.get(), new Supertypes(index));
      if (counted) {
        tally.add(result);
      }
      return result.bytes().orElse(classFile);
    } catch (RuntimeException e) {
      if (counted) {
        tally.failed(name, ClassFileProblem.describe(classFile, e));
      }
      return classFile;
    }
  }
}
