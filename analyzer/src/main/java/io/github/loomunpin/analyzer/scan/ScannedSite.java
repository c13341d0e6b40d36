// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Comparator;
import java.util.Optional;

/**
 * One site with everything that a scan knows of it.
 *
 * @param sourceFile empty when the class file does not say
 * @param key as {@link SiteIds} has it
 * @param verdict empty for sites that enter no monitor, and if paths were not looked for
 */
public record ScannedSite(
    Library library, String sourceFile, MonitorSite site, String key, Optional<Verdict> verdict) {

  /** By grade, then those with the least guesses, then the shortest path; the rest by name. */
  public static final Comparator<ScannedSite> WORST_FIRST =
      Comparator.comparing(ScannedSite::grade)
          .thenComparingInt(site -> site.path().map(path -> path.guesses().size()).orElse(0))
          .thenComparing(
              site -> site.path().map(path -> path.kind().ordinal()).orElse(0),
              Comparator.reverseOrder())
          .thenComparingInt(site -> site.path().map(path -> path.steps().size()).orElse(0))
          .thenComparing(site -> site.library().name())
          .thenComparing(ScannedSite::key);

  /** Eight hexadecimal digits, the same in other versions of the library. */
  public String id() {
    return SiteIds.id(key);
  }

  /** {@link Grade#SHORT} as well for what was not judged. */
  public Grade grade() {
    return verdict.map(Verdict::grade).orElse(Grade.SHORT);
  }

  /** Whether the agent ends none of its pins: the monitor stays native, or native code runs. */
  public boolean staysPinned() {
    return site.decision().mode() == Mode.NATIVE
        || path().filter(BlockingPath::keepsCarrier).isPresent();
  }

  /** The shortest way to what blocks. */
  public Optional<BlockingPath> path() {
    return verdict.flatMap(Verdict::path);
  }
}
