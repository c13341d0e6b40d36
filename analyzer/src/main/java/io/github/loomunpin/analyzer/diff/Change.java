// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteNames;
import java.util.Optional;

/**
 * A site that is not in both versions as it was.
 *
 * @param before empty for {@link Kind#ADDED}
 * @param after empty for {@link Kind#REMOVED}
 */
public record Change(Kind kind, Optional<ScannedSite> before, Optional<ScannedSite> after) {

  /** What happened to a site; the first that applies. */
  public enum Kind {
    ADDED,
    REMOVED,
    /** A worse grade. */
    WORSE,
    /** A better grade. */
    BETTER,
    /** In another class or method, or with another object; not merely in another line. */
    MOVED
  }

  static Change added(ScannedSite site) {
    return new Change(Kind.ADDED, Optional.empty(), Optional.of(site));
  }

  static Change removed(ScannedSite site) {
    return new Change(Kind.REMOVED, Optional.of(site), Optional.empty());
  }

  /** What changed between two versions of one site, if anything did. */
  static Optional<Change> between(ScannedSite before, ScannedSite after) {
    int worse = 0;
    if (before.verdict().isPresent() && after.verdict().isPresent()) {
      worse = before.grade().compareTo(after.grade());
    }
    boolean isSame = place(before).equals(place(after));
    Kind kind = worse > 0 ? Kind.WORSE : worse < 0 ? Kind.BETTER : isSame ? null : Kind.MOVED;
    return Optional.ofNullable(kind)
        .map(changed -> new Change(changed, Optional.of(before), Optional.of(after)));
  }

  /** Without the method's parameters: those who get one more are no news. */
  private static String place(ScannedSite found) {
    String method = SiteNames.stableMethod(found.site()).replaceFirst("\\(.*", "");
    return SiteNames.stableClass(found.site().owner())
        + "#"
        + method
        + " "
        + found.site().kind()
        + " "
        + SiteNames.stableOperand(found.site());
  }

  /** The site as it is now, or was last. */
  public ScannedSite site() {
    return after.or(() -> before).orElseThrow();
  }

  /** Whether there is a risk that was not there before. */
  public boolean isNewOrWorse() {
    return kind == Kind.ADDED || kind == Kind.WORSE;
  }

  /** Empty where paths were not looked for, as in sources. */
  public Optional<Grade> grade() {
    return site().verdict().map(verdict -> verdict.grade());
  }
}
