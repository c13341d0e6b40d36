// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.result.Library;
import java.util.List;
import java.util.Optional;

/**
 * What changed in one library.
 *
 * @param before empty for a library that was added
 * @param after empty for a library that was removed
 * @param sitesBefore how many sites entered a monitor
 * @param sitesAfter how many enter one now
 * @param changes worst first
 */
public record LibraryDiff(
    Optional<Library> before,
    Optional<Library> after,
    int sitesBefore,
    int sitesAfter,
    List<Change> changes) {

  public long count(Change.Kind kind) {
    return changes.stream().filter(change -> change.kind() == kind).count();
  }

  /** The library as it is now, or was last. */
  public Library library() {
    return after.or(() -> before).orElseThrow();
  }
}
