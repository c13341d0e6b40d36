// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.diff.Change;
import io.github.loomunpin.analyzer.diff.LibraryDiff;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What changed, in words that text and Markdown share. */
final class DiffSummary {

  private DiffSummary() {}

  /** Such as {@code postgresql 42.7.7 → 42.7.8}. */
  static String name(LibraryDiff diff) {
    if (diff.before().isEmpty()) {
      return diff.library().nameAndVersion() + " (added)";
    }
    if (diff.after().isEmpty()) {
      return diff.library().nameAndVersion() + " (removed)";
    }
    Library before = diff.before().get();
    Library after = diff.after().get();
    return before.name().equals(after.name())
        ? before.nameAndVersion() + (sameVersion(before, after) ? "" : " → " + after.version())
        : before.nameAndVersion() + " → " + after.nameAndVersion();
  }

  private static boolean sameVersion(Library before, Library after) {
    return before.version().equals(after.version()) || after.version().isEmpty();
  }

  /** Such as {@code 16 sites before, 20 now: 4 added}. */
  static String counts(LibraryDiff diff) {
    return diff.sitesBefore()
        + (diff.sitesBefore() == 1 ? " site" : " sites")
        + " before, "
        + diff.sitesAfter()
        + " now: "
        + counts(diff.changes());
  }

  static String counts(List<Change> changes) {
    List<String> parts = new ArrayList<>();
    for (Change.Kind kind : Change.Kind.values()) {
      long count = changes.stream().filter(change -> change.kind() == kind).count();
      if (count > 0) {
        parts.add(count + " " + word(kind));
      }
    }
    return parts.isEmpty() ? "none came or went" : String.join(", ", parts);
  }

  static String word(Change.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Such as {@code takes a lock}, or {@code short, was: blocks}; empty where nothing is graded. */
  static String grade(Change change) {
    Optional<Grade> now = change.grade();
    Optional<Grade> was = change.before().flatMap(site -> site.verdict().map(v -> v.grade()));
    return now.map(
            grade ->
                grade.text()
                    + was.filter(old -> old != grade).map(old -> ", was: " + old.text()).orElse(""))
        .orElse("");
  }

  /** Where a moved site came from; empty for the others. */
  static Optional<String> origin(Change change) {
    return change
        .before()
        .filter(before -> change.after().isPresent())
        .filter(before -> !place(before).equals(place(change.site())))
        .map(before -> "was " + place(before));
  }

  private static String place(ScannedSite found) {
    return JavaNames.method(found.site()) + ", " + JavaNames.construct(found.site());
  }

  /** File and line, what is locked, and what the agent does. */
  static String details(ScannedSite found) {
    return JavaNames.source(found.site(), found.sourceFile())
        + ", "
        + JavaNames.construct(found.site())
        + "; "
        + JavaNames.decision(found.site().decision());
  }
}
