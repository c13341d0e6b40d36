// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.conformance.page.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** docs/evidence/corpus.md, made from the results. */
final class CorpusPage {

  /** Names of the artifacts that are tested each for itself. */
  static final List<String> NAMED =
      List.of("h2", "hsqldb", "tomcat-embed-core", "postgresql", "HikariCP");

  private static final int REASONS_SHOWN = 25;
  private static final int SITES_FOR_A_ROW = 100;

  private final CorpusResult verified;
  private final Counts rewritten;
  private final Counts compiled;
  private final Page page = Page.of("corpus");

  CorpusPage(CorpusResult verified, CorpusResult compiled) {
    this.verified = verified;
    this.rewritten = verified.sum();
    this.compiled = compiled.sum();
  }

  String text() {
    page.with("jdk", verified.jdk());
    page.with("artifacts", verified.counts().size());
    page.with("classes", rewritten.get(Count.CLASSES));
    page.with("megabytes", rewritten.get(Count.BYTES) / 1_000_000);
    page.with("classes-with-sites", rewritten.get(Count.CLASSES_WITH_SITES));
    page.with("classes-changed", rewritten.get(Count.CLASSES_CHANGED));
    page.with("methods-changed", rewritten.get(Count.METHODS_CHANGED));
    monitors();
    page.with("native-reasons", reasons(rewritten.nativeReasons));
    page.with("run-time-reasons", reasons(rewritten.runTimeReasons));
    page.with("slow-methods", slowMethods());
    verification();
    compilation();
    page.with("megabytes-per-second", perSecond("%.0f", Count.BYTES, Count.NANOS_ALL));
    page.with(
        "megabytes-per-second-changed",
        perSecond("%.1f", Count.BYTES_CHANGED, Count.NANOS_CHANGED));
    artifacts();
    return page.text();
  }

  private void monitors() {
    share("synchronized-methods", rewritten.get(Count.SYNCHRONIZED_METHODS));
    share("blocks", rewritten.get(Count.BLOCKS));
    long slow = rewritten.get(Count.ENTER_SLOW);
    share("virtual", rewritten.get(Count.ENTER_VIRTUAL));
    share("two-copies", rewritten.get(Count.ENTER_AT_RUN_TIME) - slow);
    share("slow", slow);
    share("native", rewritten.get(Count.ENTER_NATIVE));
    share("left", rewritten.get(Count.ENTER_LEFT));
    page.with("converted", Page.percent(rewritten.convertedShare()));
    page.with("converted-of-safe", Page.percent(rewritten.convertedShareOfSafe()));
    page.with("calls-virtual", rewritten.get(Count.CALLS_VIRTUAL));
    page.with("calls-at-run-time", rewritten.get(Count.CALLS_AT_RUN_TIME));
    page.with("calls-native", rewritten.get(Count.CALLS_NATIVE));
  }

  private void share(String place, long sites) {
    page.with(
        place, Page.number(sites) + " | " + Page.percent((double) sites / rewritten.entering()));
  }

  private static List<String> reasons(Map<String, Integer> reasons) {
    List<Map.Entry<String, Integer>> sorted =
        reasons.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .toList();
    List<String> rows = new ArrayList<>();
    sorted.stream()
        .limit(REASONS_SHOWN)
        .forEach(reason -> rows.add(Page.row(reason.getKey(), reason.getValue())));
    int others = sorted.stream().skip(REASONS_SHOWN).mapToInt(Map.Entry::getValue).sum();
    if (others > 0) {
      rows.add(Page.row(sorted.size() - REASONS_SHOWN + " other reasons", others));
    }
    return rows;
  }

  private List<String> slowMethods() {
    return rewritten.slowMethods.isEmpty()
        ? List.of("* none")
        : rewritten.slowMethods.stream().map(method -> "* `" + method + "`").toList();
  }

  private void verification() {
    page.with("verified", rewritten.get(Count.VERIFIED));
    page.with("unverifiable", rewritten.get(Count.UNVERIFIABLE));
    page.with("broken-before", rewritten.get(Count.BROKEN_BEFORE));
    page.with("newly-refused-classes", failures("does not verify"));
    page.with("methods-right", rewritten.get(Count.METHODS_CHECKED));
    page.with("methods-uncheckable", rewritten.get(Count.METHODS_UNCHECKABLE));
    page.with("methods-wrong", failures("data flow") + failures("CheckClassAdapter"));
  }

  private long failures(String kind) {
    return rewritten.failures.stream().filter(failure -> failure.startsWith(kind)).count();
  }

  private void compilation() {
    page.with("compiled-c1", compiled.get(Count.COMPILED_C1));
    page.with("compiled-c2", compiled.get(Count.COMPILED_C2));
    page.with("refused-before", compiled.get(Count.REFUSED_BEFORE));
    page.with("huge-before", compiled.get(Count.HUGE_BEFORE));
    page.with("newly-refused-methods", compiled.failures.size());
    page.with("grown-huge", compiled.grownHuge.size());
    page.with("not-compiled", compiled.get(Count.NOT_COMPILED));
  }

  private String perSecond(String format, Count bytes, Count nanos) {
    return String.format(Locale.ROOT, format, 1e3 * rewritten.get(bytes) / rewritten.get(nanos));
  }

  private void artifacts() {
    page.with(
        "named-libraries",
        verified.counts().entrySet().stream()
            .filter(entry -> NAMED.contains(entry.getKey().name()))
            .map(CorpusPage::artifact)
            .toList());
    page.with("sites-for-a-row", SITES_FOR_A_ROW);
    page.with(
        "large-artifacts",
        verified.counts().entrySet().stream()
            .filter(entry -> entry.getValue().entering() >= SITES_FOR_A_ROW)
            .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
            .map(CorpusPage::artifact)
            .toList());
  }

  private static String artifact(Map.Entry<Artifact, Counts> entry) {
    Counts counts = entry.getValue();
    long slow = counts.get(Count.ENTER_SLOW);
    return Page.row(
        entry.getKey(),
        counts.get(Count.SYNCHRONIZED_METHODS),
        counts.get(Count.BLOCKS),
        counts.get(Count.ENTER_VIRTUAL),
        counts.get(Count.ENTER_AT_RUN_TIME) - slow,
        slow,
        counts.get(Count.ENTER_NATIVE) + counts.get(Count.ENTER_LEFT),
        Page.percent(counts.convertedShare()),
        Page.percent(counts.convertedShareOfSafe()));
  }
}
