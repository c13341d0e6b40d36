// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.source.Excerpt;
import java.util.List;
import java.util.Optional;

/** The answer to a question for a site. */
public sealed interface Explanation {

  /** What could not be read while the site was looked for. */
  List<Gap> incomplete();

  /**
   * The one site that was meant.
   *
   * @param sameLock the other sites that lock the same, as far as bytecode tells, worst first
   * @param code empty if no sources are at hand
   */
  record Found(
      ScannedSite site,
      List<ScannedSite> sameLock,
      Optional<Code> code,
      Optional<Advice> advice,
      List<Gap> incomplete)
      implements Explanation {}

  /**
   * What pins although it is not a site.
   *
   * @param places those in the method that was meant
   */
  record OtherPin(List<Hazard> places, List<Gap> incomplete) implements Explanation {}

  /** Several sites that may be meant. */
  record Ambiguous(String query, List<ScannedSite> candidates, List<Gap> incomplete)
      implements Explanation {}

  /**
   * No site.
   *
   * @param similar names that may be meant, most likely first
   */
  record Unknown(String query, List<String> similar, List<Gap> incomplete) implements Explanation {}

  /**
   * Source code.
   *
   * @param from the jar or folder it was found in
   * @param file its path there
   */
  record Code(String from, String file, Excerpt excerpt) {}
}
