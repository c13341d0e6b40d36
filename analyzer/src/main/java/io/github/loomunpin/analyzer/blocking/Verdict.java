// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;

/**
 * What was found about one site that enters a monitor.
 *
 * @param paths the shortest first, each to another kind of operation; of {@link Grade#BEHIND} those
 *     of the site that it waits behind; of {@link Grade#TAKES_LOCK} to the lock; none if short
 * @param behind the site that keeps the lock, of {@link Grade#BEHIND}
 * @param missing classes that are called while the monitor is held and that are not on the class
 *     path, if no path to what blocks was found without them; binary names
 */
public record Verdict(
    Grade grade,
    Lock lock,
    List<BlockingPath> paths,
    Optional<MonitorSite> behind,
    List<String> missing) {

  public Verdict(Grade grade, Lock lock, List<BlockingPath> paths, Optional<MonitorSite> behind) {
    this(grade, lock, paths, behind, List.of());
  }

  public Optional<BlockingPath> path() {
    return paths.stream().findFirst();
  }
}
