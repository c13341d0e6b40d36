// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteNames;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A site as a user writes it: its id or key, {@code class#method}, {@code class.method}, either
 * with {@code :line} or {@code (File.java:line)} as in a stack trace (also as {@code
 * -Djdk.tracePinnedThreads} or a logger with the jar behind prints it), a class alone, or {@code
 * File.java:line}. Classes may be given without their package, methods with their parameters.
 *
 * @param type class as a binary name or the end of one; empty if only a file is named
 * @param method empty for all
 * @param line -1 for all
 */
record SiteQuery(String text, String type, String method, String file, int line) {

  private static final String SOURCE = "([\\w-]+\\.(?:java|kts?|scala|groovy|clj))";
  private static final String HOLDS = "<==";
  private static final Pattern FRAME =
      Pattern.compile(
          "(?:at )?(?:[\\w.@-]*/)*([\\w$.<>]+)[.#]([\\w$<>-]+)\\("
              + SOURCE
              + "(?::(\\d+))?\\)(?:\\s.*)?");
  private static final Pattern FILE = Pattern.compile("(?:.*[/\\\\])?" + SOURCE + ":(\\d+)");
  private static final Pattern METHOD =
      Pattern.compile("([\\w$./]+?)(?:#|::)([^#:\\s]+?)(?:\\(([^)]*)\\))?(?::(\\d+))?(?:\\s.*)?");
  private static final Pattern DOTTED =
      Pattern.compile("([\\w$./]+)\\.([\\w$<>]+)(?:\\(([^)]*)\\))?(?::(\\d+))?");

  static SiteQuery of(String text) {
    String query = text.strip();
    Matcher frame = FRAME.matcher(query);
    if (frame.matches()) {
      return new SiteQuery(
          query, frame.group(1), frame.group(2), frame.group(3), number(frame.group(4)));
    }
    Matcher file = FILE.matcher(query);
    if (file.matches()) {
      return new SiteQuery(query, "", "", file.group(1), number(file.group(2)));
    }
    Matcher method = METHOD.matcher(query);
    if (method.matches()) {
      return new SiteQuery(
          query,
          method.group(1).replace('/', '.'),
          withParameters(method.group(2), method.group(3)),
          "",
          number(method.group(4)));
    }
    return new SiteQuery(query, query, "", "", -1);
  }

  /** This query with the last dot of its text before the method, if it can be read so. */
  SiteQuery dotted() {
    Matcher dotted = DOTTED.matcher(text);
    return method.isEmpty() && file.isEmpty() && dotted.matches()
        ? new SiteQuery(
            text,
            dotted.group(1).replace('/', '.'),
            withParameters(dotted.group(2), dotted.group(3)),
            "",
            number(dotted.group(4)))
        : this;
  }

  private static String withParameters(String method, String parameters) {
    return parameters == null ? method : method + "(" + parameters.replace(" ", "") + ")";
  }

  private static int number(String digits) {
    return digits == null || digits.length() > 9 ? -1 : Integer.parseInt(digits);
  }

  /**
   * The sites that are meant. A name alone means the only site there that enters a monitor, if
   * there is one. A line means the sites in it; if there is none, the one whose monitor was entered
   * last of those that are held in the line; and if there is none of that either, as in sources,
   * the one of its method that begins last before it. Where the JDK says that the frame holds a
   * monitor, that is meant, and no wait in the same line.
   */
  List<ScannedSite> matches(List<ScannedSite> all, HeldLines held) {
    List<ScannedSite> named =
        all.stream()
            .filter(site -> site.id().equalsIgnoreCase(text) || site.key().equals(text))
            .toList();
    if (!named.isEmpty()) {
      return named;
    }
    boolean holds = text.contains(HOLDS);
    List<ScannedSite> found =
        all.stream()
            .filter(this::isOfClass)
            .filter(this::isOfMethod)
            .filter(site -> !holds || site.site().kind().enters())
            .toList();
    if (line < 0) {
      List<ScannedSite> entering =
          found.stream().filter(site -> site.site().kind().enters()).toList();
      return entering.stream().map(ScannedSite::site).distinct().count() == 1 ? entering : found;
    }
    List<ScannedSite> inLine = found.stream().filter(site -> site.site().line() == line).toList();
    if (!inLine.isEmpty()) {
      return inLine;
    }
    List<ScannedSite> around =
        innermost(found.stream().filter(site -> held.has(site, line)).toList());
    return around.isEmpty()
        ? found.stream()
            .filter(site -> site.site().line() <= line && !method.isEmpty())
            .max(Comparator.comparingInt(site -> site.site().line()))
            .stream()
            .toList()
        : around;
  }

  /** What else pins and is meant, by its id, its key or its method. */
  List<Hazard> others(List<Hazard> all) {
    return all.stream()
        .filter(
            hazard ->
                HazardNames.id(hazard).equalsIgnoreCase(text)
                    || HazardNames.key(hazard).equals(text)
                    || !type.isEmpty()
                        && hazard.method().equals(method)
                        && isOfClass(hazard.owner()))
        .toList();
  }

  /** The sites that are entered last: one for each method and for each copy of its library. */
  private static List<ScannedSite> innermost(List<ScannedSite> around) {
    Map<List<String>, ScannedSite> last = new LinkedHashMap<>();
    for (ScannedSite found : around) {
      MonitorSite site = found.site();
      last.merge(
          List.of(found.library().path(), site.owner(), site.method(), site.descriptor()),
          found,
          (one, other) -> one.site().bci() < other.site().bci() ? other : one);
    }
    return List.copyOf(last.values());
  }

  private boolean isOfClass(ScannedSite site) {
    if (!file.isEmpty() && !site.sourceFile().equals(file)) {
      return false;
    }
    return isOfClass(site.site().owner());
  }

  private boolean isOfClass(String owner) {
    String name = owner.replace('/', '.');
    return type.isEmpty()
        || name.equals(type)
        || name.endsWith("." + type)
        || name.replace('$', '.').endsWith("." + type.replace('$', '.'))
        || SiteNames.stableClass(owner).equals(type);
  }

  private boolean isOfMethod(ScannedSite site) {
    return method.isEmpty()
        || site.site().method().equals(method)
        || SiteNames.stableMethod(site.site()).equals(method);
  }
}
