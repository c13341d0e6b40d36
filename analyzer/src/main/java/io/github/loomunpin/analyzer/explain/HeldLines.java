// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.sight.LineTables;
import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tells in which lines of its source the monitor of a site is held, by the class file. */
final class HeldLines {

  private final ClassSource classes;
  private final Map<String, Optional<LineTables>> tables = new HashMap<>();

  /**
   * @param classes those that were scanned
   */
  HeldLines(ClassSource classes) {
    this.classes = classes;
  }

  /** No in what is not a class file, such as a source. */
  boolean has(ScannedSite found, int line) {
    MonitorSite site = found.site();
    return site.kind().enters()
        && lines(site.owner()).stream()
            .flatMap(lines -> lines.rangesOf(site.method(), site.descriptor(), line).stream())
            .anyMatch(range -> holds(site, range));
  }

  private static boolean holds(MonitorSite site, BciRange instructions) {
    return site.kind() != SiteKind.BLOCK || site.held().stream().anyMatch(instructions::overlaps);
  }

  /** The scan has read the same class file, so that it is a sound one. */
  private Optional<LineTables> lines(String type) {
    return tables.computeIfAbsent(
        type, name -> classes.bytes(name).map(bytes -> LineTables.of(BciClass.read(bytes))));
  }
}
