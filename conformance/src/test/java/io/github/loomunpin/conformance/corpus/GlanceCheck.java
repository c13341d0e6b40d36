// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.util.Arrays;

/** That the rewriter would change nothing in the classes and methods the glance says no to. */
final class GlanceCheck {

  /** The glance at what cannot be followed, which says yes to everything. */
  private static final ClassFilePeek EVERYTHING = ClassFilePeek.at(new byte[0]);

  private final ClassRewriter rewriter;
  private final Counts counts;

  GlanceCheck(ClassRewriter rewriter, Counts counts) {
    this.rewriter = rewriter;
    this.counts = counts;
  }

  void check(String name, byte[] bytes) {
    RewriteResult all;
    try {
      all = rewriter.rewrite(bytes, EVERYTHING);
    } catch (RuntimeException e) {
      // Reported already, if the class is one that would be rewritten.
      return;
    }
    ClassFilePeek peek = ClassFilePeek.at(bytes);
    if (peek.mayNeedRewriting()) {
      RewriteResult some = rewriter.rewrite(bytes, peek);
      if (!Arrays.equals(all.bytes().orElse(null), some.bytes().orElse(null))
          || all.rewritten() != some.rewritten()
          || !all.problems().equals(some.problems())) {
        counts.failures.add("the glance misses a method: " + name);
      }
    } else if (all.bytes().isPresent() || all.rewritten() > 0 || !all.problems().isEmpty()) {
      counts.failures.add("the glance misses a class: " + name);
    }
  }
}
