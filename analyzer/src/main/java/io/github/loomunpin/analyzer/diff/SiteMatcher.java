// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteNames;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the sites of one version in another, from the most certain evidence to the least. What one
 * step has paired no later one sees.
 *
 * <ol>
 *   <li>the same stable name (so lines and the compiler's numbers do not matter), with the same
 *       length of code under the monitor, then with the same grade, then in the order of the code;
 *   <li>the same class, method name and object: the parameters changed;
 *   <li>the same, except for the type of the object;
 *   <li>the same method, if it has one such site in each version: the object or the form changed;
 *   <li>the same method of a class with the same simple name, if need be with other parameters: the
 *       class moved to another package;
 *   <li>the same method of another class, or another method of the same class with the same
 *       parameters, if there is one candidate on each side and the code under the monitor is as
 *       long: the method moved, or was renamed.
 * </ol>
 *
 * The last step must not be lenient: a new site taken for an old one that moved would pass a gate.
 */
final class SiteMatcher {

  private final Set<ScannedSite> before;
  private final Set<ScannedSite> after;
  private final Map<ScannedSite, ScannedSite> pairs = new LinkedHashMap<>();

  SiteMatcher(Collection<ScannedSite> before, Collection<ScannedSite> after) {
    this.before = new LinkedHashSet<>(before);
    this.after = new LinkedHashSet<>(after);
    pair(found -> stable(found) + " " + heldBytes(found.site()), false);
    pair(found -> stable(found) + " " + found.verdict().map(verdict -> verdict.grade()), false);
    pair(SiteMatcher::stable, false);
    pair(found -> type(found) + "#" + found.site().method() + " " + construct(found), false);
    pair(
        found ->
            untyped(found).isEmpty()
                ? ""
                : type(found) + "#" + found.site().method() + " " + untyped(found),
        false);
    pair(found -> type(found) + "#" + SiteNames.stableMethod(found.site()), true);
    pair(found -> simple(type(found)) + "#" + method(found) + " " + construct(found), false);
    pair(found -> simple(type(found)) + "#" + found.site().method() + " " + construct(found), true);
    pairSameCode(found -> method(found) + " " + construct(found));
    pairSameCode(found -> type(found) + " " + parameters(found) + " " + construct(found));
  }

  /** Sites of the old version with theirs in the new one. */
  Map<ScannedSite, ScannedSite> pairs() {
    return pairs;
  }

  /** Sites that only the old version has. */
  List<ScannedSite> removed() {
    return List.copyOf(before);
  }

  /** Sites that only the new version has. */
  List<ScannedSite> added() {
    return List.copyOf(after);
  }

  private void pairSameCode(Function<ScannedSite, String> key) {
    pair(
        found -> heldBytes(found.site()) == 0 ? "" : key.apply(found) + heldBytes(found.site()),
        true);
  }

  /**
   * @param key empty for what is not to be paired
   * @param onlyUnique whether a key that several sites have says nothing
   */
  private void pair(Function<ScannedSite, String> key, boolean onlyUnique) {
    Map<String, List<ScannedSite>> old = byKey(before, key);
    Map<String, List<ScannedSite>> now = byKey(after, key);
    old.forEach(
        (name, sites) -> {
          List<ScannedSite> others = now.getOrDefault(name, List.of());
          boolean isUnique = sites.size() == 1 && others.size() == 1;
          int count = onlyUnique && !isUnique ? 0 : Math.min(sites.size(), others.size());
          for (int i = 0; i < count; i++) {
            pairs.put(sites.get(i), others.get(i));
            before.remove(sites.get(i));
            after.remove(others.get(i));
          }
        });
  }

  private static Map<String, List<ScannedSite>> byKey(
      Set<ScannedSite> sites, Function<ScannedSite, String> key) {
    Map<String, List<ScannedSite>> byKey = new HashMap<>();
    for (ScannedSite site : sites) {
      String name = key.apply(site);
      if (!name.isEmpty()) {
        byKey.computeIfAbsent(name, any -> new ArrayList<>()).add(site);
      }
    }
    return byKey;
  }

  private static String stable(ScannedSite found) {
    return SiteNames.stable(found.site());
  }

  private static String type(ScannedSite found) {
    return SiteNames.stableClass(found.site().owner());
  }

  private static String method(ScannedSite found) {
    return SiteNames.stableMethod(found.site());
  }

  private static String parameters(ScannedSite found) {
    String method = method(found);
    return method.contains("(") ? method.substring(method.indexOf('(')) : method;
  }

  private static String construct(ScannedSite found) {
    return found.site().kind() + " " + SiteNames.stableOperand(found.site());
  }

  /** Empty for an object without a name, which is told by its type alone. */
  private static String untyped(ScannedSite found) {
    String construct = construct(found);
    int type = construct.indexOf(": ");
    return type < 0 ? "" : construct.substring(0, type);
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /** How much code runs under the monitor; 0 if it is not known, as in sources. */
  private static int heldBytes(MonitorSite site) {
    int bytes = 0;
    for (BciRange range : site.held()) {
      bytes += range.end() - range.start();
    }
    return bytes;
  }
}
