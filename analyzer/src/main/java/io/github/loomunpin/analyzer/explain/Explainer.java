// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.explain.Explanation.Ambiguous;
import io.github.loomunpin.analyzer.explain.Explanation.Found;
import io.github.loomunpin.analyzer.explain.Explanation.OtherPin;
import io.github.loomunpin.analyzer.explain.Explanation.Unknown;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.support.text.Likeness;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Answers questions for single sites of a scan. */
public final class Explainer {

  private static final int SIMILAR = 5;

  private final ScanResult result;
  private final List<ScannedSite> all;
  private final SourceFinder sources;
  private final AdviceBook advice;
  private final HeldLines held;

  /**
   * @param classes the class files that were scanned
   */
  public Explainer(
      ScanResult result, SourceFinder sources, AdviceBook advice, ClassSource classes) {
    this.result = result;
    this.all = result.sites().toList();
    this.sources = sources;
    this.advice = advice;
    this.held = new HeldLines(classes);
  }

  /**
   * @param text as {@link SiteQuery} takes it
   */
  public Explanation explain(String text) {
    SiteQuery query = SiteQuery.of(text);
    List<ScannedSite> found = query.matches(all, held);
    if (found.isEmpty()) {
      found = query.dotted().matches(all, held);
    }
    if (found.isEmpty()) {
      List<Hazard> others = query.dotted().others(result.hazards());
      if (!others.isEmpty()) {
        return new OtherPin(others, result.incomplete());
      }
      return new Unknown(text, similar(query.dotted()), result.incomplete());
    }
    if (found.size() > 1 && !isOneSite(found)) {
      return new Ambiguous(text, found, result.incomplete());
    }
    ScannedSite site = found.get(0);
    return new Found(
        site,
        sameLock(site),
        sources.find(site),
        advice.of(site.library(), site.site()),
        result.incomplete());
  }

  /** Copies of a library have the same sites, of which a JVM takes the first. */
  private static boolean isOneSite(List<ScannedSite> found) {
    return found.stream().map(ScannedSite::site).distinct().count() == 1;
  }

  private List<ScannedSite> sameLock(ScannedSite site) {
    Optional<String> lock = site.verdict().map(verdict -> verdict.lock().id());
    return lock.isEmpty()
        ? List.of()
        : all.stream()
            .filter(other -> other != site)
            .filter(other -> other.verdict().map(found -> found.lock().id()).equals(lock))
            .sorted(ScannedSite.WORST_FIRST)
            .toList();
  }

  /** By letters, of the class, the method or both; of a file, its sites, the nearest first. */
  private List<String> similar(SiteQuery query) {
    if (!query.file().isEmpty()) {
      return all.stream()
          .filter(site -> site.sourceFile().equals(query.file()))
          .sorted(Comparator.comparingInt(site -> Math.abs(site.site().line() - query.line())))
          .map(site -> site.sourceFile() + ":" + site.site().line())
          .distinct()
          .limit(SIMILAR)
          .toList();
    }
    String method = query.method().replaceFirst("\\(.*", "");
    String asked = simple(query.type()) + "#" + method;
    TreeMap<Integer, TreeMap<String, String>> byDistance = new TreeMap<>();
    for (ScannedSite site : all) {
      String type = site.site().owner().replace('/', '.');
      int toMethod = method.isEmpty() ? 0 : Likeness.distance(site.site().method(), method);
      int distance = Likeness.distance(simple(type), simple(query.type())) + toMethod;
      if (method.isEmpty()) {
        distance = Math.min(distance, Likeness.distance(site.site().method(), query.type()));
      }
      boolean isSameClass = !query.type().isEmpty() && simple(type).equals(simple(query.type()));
      if (isSameClass || distance <= 2 + asked.length() / 4) {
        byDistance
            .computeIfAbsent(distance, any -> new TreeMap<>())
            .put(type + "#" + site.site().method(), "");
      }
    }
    return byDistance.values().stream()
        .flatMap(names -> names.keySet().stream())
        .distinct()
        .limit(SIMILAR)
        .toList();
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
