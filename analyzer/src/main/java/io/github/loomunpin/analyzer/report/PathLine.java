// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Step;
import io.github.loomunpin.analyzer.blocking.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A path to a blocking operation in one line. */
final class PathLine {

  private static final int SHOWN_AT_EACH_END = 3;

  private PathLine() {}

  /** Such as {@code takes a lock: Cache.get:12 → Loader.load:7 → ReentrantLock.lock}. */
  static String of(BlockingPath path) {
    return path.kind().text() + ": " + steps(path.steps());
  }

  /** The same for a whole verdict; empty if there is no path. */
  static Optional<String> of(Verdict verdict) {
    return verdict
        .path()
        .map(
            path ->
                verdict
                        .behind()
                        .map(other -> "waits behind " + JavaNames.method(other) + ", which ")
                        .orElse("")
                    + of(path));
  }

  private static String steps(List<Step> steps) {
    if (steps.size() <= 2 * SHOWN_AT_EACH_END + 1) {
      return joined(steps);
    }
    int left = steps.size() - 2 * SHOWN_AT_EACH_END;
    return joined(steps.subList(0, SHOWN_AT_EACH_END))
        + " → … "
        + left
        + " more … → "
        + joined(steps.subList(steps.size() - SHOWN_AT_EACH_END, steps.size()));
  }

  private static String joined(List<Step> steps) {
    return steps.stream().map(PathLine::step).collect(Collectors.joining(" → "));
  }

  /** The class without its package. */
  static String step(Step step) {
    String at = simple(step.owner()) + "." + step.method();
    return step.line() < 0 ? at : at + ":" + step.line();
  }

  static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }
}
