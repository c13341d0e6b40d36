// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.calls.Heuristic;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner.ScanProgress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Scans with a heuristic switched off, which users cannot. */
public final class ScanWithout {

  private ScanWithout() {}

  /** The result that there would be without a heuristic. */
  public static ScanResult scan(List<String> inputs, Heuristic off) {
    Set<Heuristic> others = EnumSet.complementOf(EnumSet.of(off));
    return new LibraryScanner(ReadOptions.DEFAULT, true, ScanProgress.NONE, others).scan(inputs);
  }
}
