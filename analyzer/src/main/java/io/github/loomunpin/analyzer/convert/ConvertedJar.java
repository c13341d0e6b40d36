// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What became of one jar.
 *
 * @param written where it is now; empty if it is not converted
 * @param refused why it is not, or why it cannot be read; empty else
 * @param classes how many it has
 * @param converted how many of them the agent will find converted
 * @param sites how many monitors of theirs are
 * @param left the classes that the agent rewrites as it loads them, and why
 */
public record ConvertedJar(
    Path given,
    Optional<Path> written,
    Optional<String> refused,
    int classes,
    int converted,
    int sites,
    Map<String, String> left) {

  /** As the agent's class tells it, which is another one than those of the analyzer. */
  @SuppressWarnings("unchecked")
  static ConvertedJar of(Map<String, Object> told, Map<Path, Path> places) {
    Path given = (Path) told.get("path");
    Optional<String> refused = Optional.ofNullable((String) told.get("refused"));
    return new ConvertedJar(
        given,
        refused.isPresent() ? Optional.empty() : Optional.of(places.get(given)),
        refused,
        (Integer) told.getOrDefault("classes", 0),
        (Integer) told.getOrDefault("converted", 0),
        (Integer) told.getOrDefault("sites", 0),
        (Map<String, String>) told.getOrDefault("left", Map.of()));
  }
}
