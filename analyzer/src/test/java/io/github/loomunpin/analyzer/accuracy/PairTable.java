// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.accuracy;

import io.github.loomunpin.analyzer.accuracy.Jars.Pair;
import io.github.loomunpin.analyzer.accuracy.Jars.Reason;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.site.MonitorSite;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the grades say of libraries whose maintainers converted monitors, and what they missed. */
final class PairTable {

  private static final Map<String, Reason> REASONS = Jars.reasons();

  private final Jars jars;
  private final StringBuilder rows = new StringBuilder();
  private final StringBuilder misses = new StringBuilder();
  private int reasonable;
  private int found;

  PairTable(Jars jars, List<Pair> pairs) {
    this.jars = jars;
    pairs.forEach(this::pair);
  }

  /** The rows with their heading, and the sum. */
  String text() {
    return """
    | library | locks | converted | graded | not graded, nothing blocks | missed | locks that *block*: converted | sites at risk |
    |---|--:|--:|--:|--:|--:|--:|--:|
    """
        + rows
        + """

        Of the %d locks that were converted for a blocking reason, or where one cannot be ruled out, %d were graded (%d %%).
        """
            .formatted(reasonable, found, Math.round(100.0 * found / reasonable));
  }

  /** The rows of locks that were converted and not graded. */
  String misses() {
    return misses.toString();
  }

  private void pair(Pair pair) {
    ScanResult before = jars.scan(pair.scanned());
    Map<String, List<MonitorSite>> old = locks(before, jars.file(pair.old()));
    Map<String, List<MonitorSite>> kept = kept(jars, pair);
    int converted = 0;
    int graded = 0;
    int blocking = 0;
    int blockingConverted = 0;
    int excused = 0;
    int missed = 0;
    for (Map.Entry<String, List<MonitorSite>> lock : old.entrySet()) {
      Grade grade = worst(before, lock.getValue());
      boolean isConverted = isConverted(lock, kept);
      blocking += grade == Grade.BLOCKS ? 1 : 0;
      blockingConverted += grade == Grade.BLOCKS && isConverted ? 1 : 0;
      if (!isConverted) {
        continue;
      }
      converted++;
      if (grade.hasBlockingPath()) {
        graded++;
        continue;
      }
      Optional<Reason> reason = reason(pair, lock);
      boolean isExcused = reason.filter(found -> !found.blocks()).isPresent();
      excused += isExcused ? 1 : 0;
      missed += isExcused ? 0 : 1;
      misses.append(
          "| %s | `%s` (%s) | %s%s |%n"
              .formatted(
                  pair.artifact(),
                  lock.getKey(),
                  grade.text(),
                  isExcused ? "" : "**missed**: ",
                  reason.map(Reason::text).orElse("not looked into")));
    }
    reasonable += converted - excused;
    found += graded;
    rows.append(
        "| %s %s → %s | %d | %d | %d | %d | %d | %d of %d | %s |%n"
            .formatted(
                pair.artifact(),
                pair.before(),
                pair.after(),
                old.size(),
                converted,
                graded,
                excused,
                missed,
                blockingConverted,
                blocking,
                atRisk(before, jars.file(pair.old()))));
  }

  private static Map<String, List<MonitorSite>> kept(Jars jars, Pair pair) {
    return locks(jars.scan(List.of(pair.converted())), jars.file(pair.converted()));
  }

  private static boolean isConverted(
      Map.Entry<String, List<MonitorSite>> lock, Map<String, List<MonitorSite>> kept) {
    return kept.getOrDefault(lock.getKey(), List.of()).size() < lock.getValue().size();
  }

  private static Optional<Reason> reason(Pair pair, Map.Entry<String, List<MonitorSite>> lock) {
    return Optional.ofNullable(REASONS.get(pair.artifact() + " " + lock.getKey()));
  }

  /**
   * The sites of each lock that was converted, unless it is known that nothing blocks.
   *
   * @param before the old version as it was scanned
   */
  static List<List<MonitorSite>> knownLocks(Jars jars, Pair pair, ScanResult before) {
    Map<String, List<MonitorSite>> kept = kept(jars, pair);
    return locks(before, jars.file(pair.old())).entrySet().stream()
        .filter(lock -> isConverted(lock, kept))
        .filter(lock -> reason(pair, lock).filter(found -> !found.blocks()).isEmpty())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String atRisk(ScanResult result, String file) {
    List<Grade> grades =
        Jars.sites(result, file)
            .flatMap(site -> result.verdicts().of(site).stream())
            .map(Verdict::grade)
            .toList();
    long atRisk = grades.stream().filter(Grade::isAtRisk).count();
    return "%d of %d".formatted(atRisk, grades.size());
  }

  static Grade worst(ScanResult result, List<MonitorSite> sites) {
    return sites.stream()
        .map(site -> result.verdicts().of(site).orElseThrow().grade())
        .min(Grade::compareTo)
        .orElse(Grade.SHORT);
  }

  /**
   * Where an object is only known in one method, that method as sources name it, without the place
   * in its code, which moves.
   */
  private static String lock(Verdict verdict) {
    String id = verdict.lock().id().replaceFirst("@\\d+$", "");
    int descriptor = id.indexOf('(');
    return descriptor < 0
        ? id
        : id.substring(0, descriptor)
            + MethodTypeDesc.ofDescriptor(id.substring(descriptor)).parameterList().stream()
                .map(ClassDesc::displayName)
                .collect(Collectors.joining(", ", "(", ")"));
  }

  private static Map<String, List<MonitorSite>> locks(ScanResult result, String file) {
    return Jars.sites(result, file)
        .filter(site -> site.kind().enters())
        .collect(
            Collectors.groupingBy(
                site -> result.verdicts().of(site).map(PairTable::lock).orElse(""),
                TreeMap::new,
                Collectors.toList()));
  }
}
