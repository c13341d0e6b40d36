// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;

/** A site that a frame holds. */
record Match(HeldSite site, Evidence evidence) {

  /** Where the regions together are everything: one of them it is. */
  static List<Match> oneOf(List<Match> matches) {
    List<Match> open = matches.stream().filter(match -> !match.isSure()).toList();
    // Of one block in a finally clause, or behind a jump, a compiler makes several.
    boolean copies = open.stream().allMatch(open.getFirst()::isCopyOf);
    return matches.stream()
        .filter(match -> match.isSure() || !copies || match == open.getFirst())
        .map(match -> match.isSure() ? match : match.as(copies ? Evidence.LINE : Evidence.ONE_OF))
        .toList();
  }

  boolean isSure() {
    return evidence != Evidence.POSSIBLE;
  }

  private boolean isCopyOf(Match other) {
    MonitorSite one = site.site();
    MonitorSite second = other.site.site();
    return one.line() >= 0
        && one.line() == second.line()
        && one.method().equals(second.method())
        && one.descriptor().equals(second.descriptor())
        && one.operand().equals(second.operand());
  }

  private Match as(Evidence changed) {
    return new Match(site, changed);
  }
}
