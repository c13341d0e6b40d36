// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import java.util.Optional;
import java.util.Set;

/**
 * One block of the file.
 *
 * @param checked the last version known to pin, with how many sites
 * @param fixed the version in which monitors were converted
 * @param remain outermost classes whose monitors the fix left; binary names
 * @param converted if not empty, the only outermost classes that the fix changed
 */
record ArtifactAdvice(
    String group,
    String artifact,
    Version checked,
    Optional<Version> fixed,
    Set<String> remain,
    Set<String> converted,
    Optional<String> note,
    Optional<String> source) {

  /** A version, and how many sites enter a monitor in its jar. */
  record Version(String name, int sites) {}

  /** Whether the fix changed monitors of a class. */
  boolean fixes(String outermostClass) {
    return converted.isEmpty()
        ? !remain.contains(outermostClass)
        : converted.contains(outermostClass);
  }
}
