// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Whether a cache gives back what the rewriter makes of a class. */
final class CacheCheck {

  private record Kept(byte[] before, RewriteResult anew) {}

  private final RewriteCache cache = RewriteCache.keeping();
  private final Map<String, Kept> kept = new LinkedHashMap<>();
  private final ModeQuestions questions;
  private final Counts counts;

  CacheCheck(ModeQuestions questions, Counts counts) {
    this.questions = questions;
    this.counts = counts;
  }

  /** Has a class rewritten and kept. */
  void keep(String name, byte[] bytes) {
    try {
      kept.put(
          name,
          new Kept(
              bytes,
              cache.rewrite(
                  name,
                  bytes,
                  questions,
                  classes -> new ClassRewriter(new ModeRules(classes)).rewrite(bytes))));
    } catch (RuntimeException e) {
      // Reported already.
    }
  }

  /** Compares all of them with what the cache holds. */
  void compare() {
    RewriteCache read = cache.reread();
    kept.forEach(
        (name, one) -> {
          boolean[] missed = new boolean[1];
          RewriteResult result =
              read.rewrite(
                  name,
                  one.before(),
                  questions,
                  classes -> {
                    missed[0] = true;
                    return one.anew();
                  });
          if (!missed[0] && !isSame(one.anew(), result)) {
            counts.failures.add("the cache has another rewrite of " + name);
          }
          if (!missed[0]) {
            counts.add(Count.CACHED);
          }
        });
  }

  private static boolean isSame(RewriteResult a, RewriteResult b) {
    return Arrays.equals(a.bytes().orElse(null), b.bytes().orElse(null))
        && a.name().equals(b.name())
        && a.rewritten() == b.rewritten()
        && a.leftNative().equals(b.leftNative())
        && a.slow().equals(b.slow())
        && a.pinning().equals(b.pinning())
        && a.problems().equals(b.problems());
  }
}
