// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.result.Gap;
import java.util.List;

/**
 * What a scan found.
 *
 * @param release the Java release whose view of multi-release jars was taken
 * @param libraries most sites first
 */
public record ScanResult(int release, List<LibrarySites> libraries, List<Gap> incomplete) {

  public SiteCounts totals() {
    return libraries.stream().map(LibrarySites::counts).reduce(SiteCounts.NONE, SiteCounts::plus);
  }

  public int classes() {
    return libraries.stream().mapToInt(LibrarySites::classes).sum();
  }
}
