// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

import java.util.Set;
import java.util.TreeSet;

/**
 * What pinned in one run: a site, or what else it was.
 *
 * @param key the same in another run, wherever lines and the numbers of lambdas went
 * @param title for people
 * @param library name and version, empty if it is not a site
 * @param setAside whether it is loading or initialization of classes, which happens once and says
 *     little about a change
 * @param classes binary names of the site's class and of those on the stack of its longest pin
 */
public record PinnedPlace(
    String key,
    String title,
    String library,
    boolean setAside,
    Set<String> classes,
    Figures figures) {

  PinnedPlace plus(PinnedPlace other) {
    Set<String> both = new TreeSet<>(classes);
    both.addAll(other.classes);
    return new PinnedPlace(key, title, library, setAside, both, figures.plus(other.figures));
  }

  /** Lambdas and anonymous classes are numbered anew by every compilation. */
  static String key(String type, String method, String kind, String operand) {
    return type.replaceAll("\\$\\d+", "\\$*")
        + "."
        + method.replaceAll("^(lambda\\$.*)\\$\\d+$", "$1\\$*")
        + " "
        + kind
        + " "
        + operand.replaceAll("\\$\\d+", "\\$*");
  }
}
