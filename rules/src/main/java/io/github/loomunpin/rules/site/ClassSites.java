// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The sites of one class file.
 *
 * @param name internal name
 * @param sourceFile empty when the class file does not say
 */
public record ClassSites(String name, String sourceFile, List<MonitorSite> sites) {

  /** This class with each site replaced. */
  public ClassSites map(UnaryOperator<MonitorSite> replacement) {
    return with(sites.stream().map(replacement).toList());
  }

  /** This class with other sites. */
  public ClassSites with(List<MonitorSite> others) {
    return new ClassSites(name, sourceFile, others);
  }
}
