// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The sites of one class file.
 *
 * @param name internal name
 * @param superName internal name, empty for {@code java/lang/Object}
 * @param sourceFile empty when the class file does not say
 */
public record ClassSites(
    String name,
    String superName,
    List<String> interfaces,
    String sourceFile,
    int majorVersion,
    List<MonitorSite> sites) {

  /** The same class with each site replaced. */
  public ClassSites map(UnaryOperator<MonitorSite> replacement) {
    return new ClassSites(
        name,
        superName,
        interfaces,
        sourceFile,
        majorVersion,
        sites.stream().map(replacement).toList());
  }
}
