// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.accuracy;

import io.github.loomunpin.analyzer.accuracy.Jars.Pair;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.calls.Heuristic;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScanWithout;
import io.github.loomunpin.rules.site.MonitorSite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prints what each heuristic is worth: the libraries of the page are scanned with each of them
 * switched off, one at a time. Known locks are those that maintainers converted, unless they did
 * not for a blocking reason.
 */
public final class HeuristicsTable {

  /** What changes without a heuristic. */
  private static final class Change {

    private int grades;
    private int more;
    private int fewer;
    private int won;
    private int lost;
  }

  private final Jars jars;
  private final Map<Heuristic, Change> changes = new EnumMap<>(Heuristic.class);
  private int sites;
  private int blocking;
  private int known;

  private HeuristicsTable(Jars jars) {
    this.jars = jars;
    for (Heuristic each : Heuristic.values()) {
      changes.put(each, new Change());
    }
  }

  /**
   * With {@code artifacts} those needed, one a line; else with a folder that has them. Then may
   * follow names of libraries, without which all are scanned.
   */
  public static void main(String[] args) {
    List<Pair> pairs = new ArrayList<>(Jars.allPairs());
    if (args.length > 1) {
      Set<String> names = Set.copyOf(List.of(args).subList(1, args.length));
      pairs.removeIf(pair -> !names.contains(pair.artifact()));
    }
    if (args[0].equals("artifacts")) {
      Jars.artifacts(pairs).forEach(System.out::println);
      return;
    }
    HeuristicsTable table = new HeuristicsTable(new Jars(Path.of(args[0])));
    pairs.forEach(table::add);
    System.out.print(table.text());
  }

  private void add(Pair pair) {
    String file = jars.file(pair.old());
    ScanResult before = jars.scan(pair.scanned());
    List<MonitorSite> entering =
        Jars.sites(before, file).filter(site -> site.kind().enters()).toList();
    List<List<MonitorSite>> converted = PairTable.knownLocks(jars, pair, before);
    sites += entering.size();
    known += converted.size();
    blocking += (int) entering.stream().filter(site -> isGraded(before, List.of(site))).count();
    List<String> inputs = pair.scanned().stream().map(jars::file).toList();
    for (Heuristic off : Heuristic.values()) {
      compare(before, ScanWithout.scan(inputs, off), entering, converted, changes.get(off));
    }
  }

  private static void compare(
      ScanResult with,
      ScanResult without,
      List<MonitorSite> sites,
      List<List<MonitorSite>> locks,
      Change change) {
    for (MonitorSite site : sites) {
      Grade before = PairTable.worst(with, List.of(site));
      Grade after = PairTable.worst(without, List.of(site));
      change.grades += before == after ? 0 : 1;
      change.more += !before.hasBlockingPath() && after.hasBlockingPath() ? 1 : 0;
      change.fewer += before.hasBlockingPath() && !after.hasBlockingPath() ? 1 : 0;
    }
    for (List<MonitorSite> lock : locks) {
      boolean before = isGraded(with, lock);
      boolean after = isGraded(without, lock);
      change.won += !before && after ? 1 : 0;
      change.lost += before && !after ? 1 : 0;
    }
  }

  private static boolean isGraded(ScanResult result, List<MonitorSite> sites) {
    return PairTable.worst(result, sites).hasBlockingPath();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d sites, of which %d block or may block; %d known locks%n%n"
            .formatted(sites, blocking, known));
    text.append(
        """
        | without | sites with another grade | of those that block or may block, % | more | fewer | known locks won | lost |
        |---|--:|--:|--:|--:|--:|--:|
        """);
    changes.forEach(
        (off, change) ->
            text.append(
                "| %s | %d | %.1f | %d | %d | %d | %d |%n"
                    .formatted(
                        off.text(),
                        change.grades,
                        100.0 * change.grades / blocking,
                        change.more,
                        change.fewer,
                        change.won,
                        change.lost)));
    return text.toString();
  }
}
