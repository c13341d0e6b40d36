// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One block of the file.
 *
 * @param checked the last version known to pin, with how many sites
 * @param fixed the version in which monitors were converted
 * @param remain outermost classes, by binary name, that still enter monitors in the fixed version,
 *     and what they lock there; nothing if all stayed
 * @param converted if not empty, the only outermost classes that the fix changed, and what they
 *     still lock
 */
record ArtifactAdvice(
    String group,
    String artifact,
    Version checked,
    Optional<Version> fixed,
    Map<String, Set<String>> remain,
    Map<String, Set<String>> converted,
    Optional<String> note,
    Optional<String> source) {

  /** A version, and how many sites enter a monitor in its jar. */
  record Version(String name, int sites) {}

  /**
   * Whether the fix changed a monitor.
   *
   * @param lock what a site of the class locks, see {@link AdviceBook#lock}
   */
  boolean fixes(String outermostClass, String lock) {
    Set<String> remaining = remaining(outermostClass);
    if (!remaining.isEmpty()) {
      return !remaining.contains(lock);
    }
    return converted.isEmpty()
        ? !remain.containsKey(outermostClass)
        : converted.containsKey(outermostClass);
  }

  /** What a class locks in both versions, while it does not lock something else any more. */
  Set<String> remaining(String outermostClass) {
    return (converted.isEmpty() ? remain : converted).getOrDefault(outermostClass, Set.of());
  }
}
