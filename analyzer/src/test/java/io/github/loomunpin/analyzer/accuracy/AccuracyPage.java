// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.accuracy;

import io.github.loomunpin.analyzer.accuracy.Jars.Holder;
import io.github.loomunpin.analyzer.accuracy.Jars.Pair;
import io.github.loomunpin.analyzer.accuracy.Jars.Reason;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Step;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes docs/accuracy.md: what the grades say of monitors that are known to matter. */
public final class AccuracyPage {

  private static final Map<String, Reason> REASONS = Jars.reasons();

  private final StringBuilder page = new StringBuilder();
  private final Jars jars;
  private int reasonable;
  private int found;

  private AccuracyPage(Jars jars) {
    this.jars = jars;
  }

  /** With no arguments the artifacts needed, one a line; else a folder with them, and the page. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      Jars.artifacts().forEach(System.out::println);
      return;
    }
    AccuracyPage made = new AccuracyPage(new Jars(Path.of(args[0])));
    made.write();
    Files.writeString(Path.of(args[1]), made.page);
  }

  private void write() {
    page.append(
        """
        # Accuracy

        What `analyzer scan` says of monitors that are known to matter, from two sides: holders that recordings name, and monitors
        that the maintainers of a library converted. `tools/accuracy` makes this page from jars of Maven Central, and
        `analyzer/src/test/resources/accuracy` says which.

        ## Holders in recordings

        Each frame held a monitor while a virtual thread was pinned on JDK 21. The library was scanned alone.

        | program | holder | grade | path |
        |---|---|---|---|
        """);
    List<Holder> holders = Jars.holders();
    long graded = holders.stream().filter(this::holder).count();
    page.append("\n%d of %d were graded.%n".formatted(graded, holders.size()));
    page.append(
        """

        ## Conversions by maintainers

        A lock is what sites share as far as bytecode tells; one with fewer sites in the newer version was converted. It is *graded* if
        one of its sites blocks or may block. *At risk* are sites that block, may block, or wait behind one that blocks.

        | library | locks | converted | graded | not graded, nothing blocks | missed | locks that *block*: converted | sites at risk |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """);
    StringBuilder misses = new StringBuilder();
    for (Pair pair : Jars.pairs()) {
      pair(pair, misses);
    }
    page.append(
        "%nOf the %d locks that were converted for a blocking reason, or where one cannot be ruled out, %d were graded (%d %%).%n"
            .formatted(reasonable, found, Math.round(100.0 * found / reasonable)));
    page.append(
        """
        The maintainers of the first four converted every monitor, needed or not; those of the others only some, so that a lock which
        blocks and was left alone says nothing against its grade.

        ## Converted and not graded

        | library | lock | why |
        |---|---|---|
        """);
    page.append(misses);
  }

  private boolean holder(Holder holder) {
    ScanResult result = scan(List.of(holder.artifact()));
    List<Verdict> verdicts =
        sites(result, jars.file(holder.artifact()))
            .filter(site -> site.owner().equals(holder.type()))
            .filter(site -> site.method().equals(holder.method()))
            .flatMap(site -> result.verdicts().of(site).stream())
            .sorted((one, other) -> one.grade().compareTo(other.grade()))
            .toList();
    Optional<Verdict> worst = verdicts.stream().findFirst();
    page.append(
        "| %s | `%s.%s` of %s | %s | %s |%n"
            .formatted(
                holder.program(),
                simple(holder.type()),
                holder.method(),
                name(holder.artifact()),
                worst.map(verdict -> verdict.grade().text()).orElse("no site"),
                worst.flatMap(Verdict::path).map(AccuracyPage::path).orElse("")));
    return worst.filter(verdict -> verdict.grade().hasBlockingPath()).isPresent();
  }

  private void pair(Pair pair, StringBuilder misses) {
    List<String> inputs = new ArrayList<>(List.of(pair.old()));
    inputs.addAll(pair.with());
    ScanResult before = scan(inputs);
    ScanResult after = scan(List.of(pair.converted()));
    Map<String, List<MonitorSite>> old = locks(before, jars.file(pair.old()));
    Map<String, List<MonitorSite>> kept = locks(after, jars.file(pair.converted()));
    int converted = 0;
    int graded = 0;
    int blocking = 0;
    int blockingConverted = 0;
    int excused = 0;
    int missed = 0;
    for (Map.Entry<String, List<MonitorSite>> lock : old.entrySet()) {
      Grade grade = worst(before, lock.getValue());
      boolean isConverted =
          kept.getOrDefault(lock.getKey(), List.of()).size() < lock.getValue().size();
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
      Optional<Reason> reason =
          Optional.ofNullable(REASONS.get(artifact(pair.name()) + " " + lock.getKey()));
      boolean isExcused = reason.filter(found -> !found.blocks()).isPresent();
      excused += isExcused ? 1 : 0;
      missed += isExcused ? 0 : 1;
      misses.append(
          "| %s | `%s` (%s) | %s%s |%n"
              .formatted(
                  artifact(pair.name()),
                  lock.getKey(),
                  grade.text(),
                  isExcused ? "" : "**missed**: ",
                  reason.map(Reason::text).orElse("not looked into")));
    }
    reasonable += converted - excused;
    found += graded;
    page.append(
        "| %s %s → %s | %d | %d | %d | %d | %d | %d of %d | %s |%n"
            .formatted(
                artifact(pair.name()),
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

  private String atRisk(ScanResult result, String file) {
    List<Grade> grades =
        sites(result, file)
            .flatMap(site -> result.verdicts().of(site).stream())
            .map(Verdict::grade)
            .toList();
    long atRisk = grades.stream().filter(Grade::isAtRisk).count();
    return "%d of %d".formatted(atRisk, grades.size());
  }

  private static Grade worst(ScanResult result, List<MonitorSite> sites) {
    return sites.stream()
        .map(site -> result.verdicts().of(site).orElseThrow().grade())
        .min(Grade::compareTo)
        .orElse(Grade.SHORT);
  }

  private static Map<String, List<MonitorSite>> locks(ScanResult result, String file) {
    return sites(result, file)
        .filter(site -> site.kind().enters())
        .collect(
            Collectors.groupingBy(
                site -> result.verdicts().of(site).map(verdict -> verdict.lock().id()).orElse(""),
                TreeMap::new,
                Collectors.toList()));
  }

  private static Stream<MonitorSite> sites(ScanResult result, String file) {
    return result.libraries().stream()
        .filter(library -> library.library().path().equals(file))
        .map(LibrarySites::sites)
        .flatMap(List::stream)
        .flatMap(type -> type.sites().stream());
  }

  private ScanResult scan(List<String> artifacts) {
    return new LibraryScanner(ReadOptions.DEFAULT)
        .scan(artifacts.stream().map(jars::file).toList());
  }

  private static String path(BlockingPath path) {
    return path.steps().stream()
        .map(AccuracyPage::step)
        .collect(Collectors.joining(" → ", "`", "`"));
  }

  private static String step(Step step) {
    return simple(step.owner()) + "." + step.method();
  }

  private static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }

  private static String artifact(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private static String name(String artifact) {
    return artifact(artifact).replace(':', ' ');
  }
}
