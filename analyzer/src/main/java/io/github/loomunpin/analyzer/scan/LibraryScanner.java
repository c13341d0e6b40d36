// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.BlockingAnalysis;
import io.github.loomunpin.analyzer.blocking.BlockingAnalysis.SitePlace;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.calls.CodeReader;
import io.github.loomunpin.analyzer.calls.Heuristic;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.scan.ContainerReader.Found;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads every class of a class path, or the sources where there are none, on all processors. */
public final class LibraryScanner {

  private static final Comparator<LibrarySites> MOST_SITES_FIRST =
      Comparator.comparingInt((LibrarySites found) -> found.counts().total())
          .reversed()
          .thenComparing(found -> found.library().path());

  private final ReadOptions options;
  private final boolean looksForPaths;
  private final ScanProgress progress;
  private final Set<Heuristic> heuristics;

  /** What can be chosen, and for tests which heuristics are used. */
  LibraryScanner(
      ReadOptions options,
      boolean looksForPaths,
      ScanProgress progress,
      Set<Heuristic> heuristics) {
    this.options = options;
    this.looksForPaths = looksForPaths;
    this.progress = progress;
    this.heuristics = heuristics;
  }

  /** Finds and counts sites, and judges what may happen while their monitors are held. */
  public LibraryScanner(ReadOptions options) {
    this(options, true, ScanProgress.NONE, Heuristic.ALL);
  }

  /** Finds and counts sites, in a fraction of the time. */
  public static LibraryScanner countingOnly(ReadOptions options) {
    return new LibraryScanner(options, false, ScanProgress.NONE, Heuristic.ALL);
  }

  /** A scanner like this one that also reports how far it is. */
  public LibraryScanner telling(ScanProgress told) {
    return new LibraryScanner(options, looksForPaths, told, heuristics);
  }

  /** Opens the inputs, reads them and closes them; what cannot be read is in the result. */
  public ScanResult scan(List<String> inputs) {
    Gaps gaps = new Gaps();
    try (ClassPath classPath = ClassPath.open(inputs, options, gaps)) {
      return scan(classPath, gaps);
    }
  }

  /**
   * Reads what the caller has opened, and will close.
   *
   * @param gaps what could not be opened, to which is added what cannot be read
   */
  public ScanResult scan(ClassPath classPath, Gaps gaps) {
    // A thread that is not of the pool takes no part in what others of its streams still have to
    // do, such as the rest of a large jar, and would be idle then.
    try (ForkJoinPool pool = new ForkJoinPool()) {
      return pool.submit(() -> read(classPath, gaps)).join();
    }
  }

  private ScanResult read(ClassPath classPath, Gaps gaps) {
    JdkClasses jdk = new JdkClasses();
    BlockingCalls catalogue = BlockingCalls.load();
    ClassFileReader classFiles =
        new ClassFileReader(
            new SiteReader(jdk, classPath), new CodeReader(catalogue, jdk), looksForPaths);
    List<Container> containers =
        classPath.containers().stream().filter(Container::isWorthReading).toList();
    int all = containers.stream().mapToInt(container -> container.classPaths().size()).sum();
    AtomicInteger read = new AtomicInteger();
    Runnable classRead = () -> progress.at(read.incrementAndGet(), all);
    List<Found> found =
        containers.parallelStream()
            .map(container -> new ContainerReader(container, classFiles, gaps, classRead).read())
            .toList();
    Verdicts verdicts =
        looksForPaths ? verdicts(found, catalogue, jdk, options.release()) : Verdicts.NONE;
    MissingNote.of(verdicts).ifPresent(gaps::add);
    List<LibrarySites> libraries =
        found.stream().map(Found::sites).sorted(MOST_SITES_FIRST).toList();
    return new ScanResult(options.release(), libraries, gaps.toList(), verdicts);
  }

  private Verdicts verdicts(
      List<Found> found, BlockingCalls catalogue, JdkClasses jdk, int release) {
    List<ClassSummary> classes = found.stream().flatMap(each -> each.code().stream()).toList();
    List<SitePlace> sites =
        found.stream()
            .filter(Found::isJudged)
            .map(Found::sites)
            .flatMap(
                library ->
                    library.sites().stream()
                        .flatMap(type -> type.sites().stream())
                        .map(site -> new SitePlace(library.library(), site)))
            .toList();
    Set<String> providers =
        found.stream()
            .flatMap(each -> each.providers().stream())
            .collect(Collectors.toUnmodifiableSet());
    Set<String> own =
        found.stream()
            .map(Found::sites)
            .filter(LibrarySites::own)
            .map(library -> library.library().path())
            .collect(Collectors.toUnmodifiableSet());
    return new BlockingAnalysis(classes, providers, catalogue, jdk, release, sites, own, heuristics)
        .judge();
  }

  /** Says that a class path lacks classes which are called while monitors are held. */
  private static final class MissingNote {

    private static final int NAMED = 3;

    private MissingNote() {}

    static Optional<Gap> of(Verdicts verdicts) {
      List<Verdict> concerned =
          verdicts.bySite().values().stream()
              .filter(verdict -> !verdict.missing().isEmpty())
              .toList();
      if (concerned.isEmpty()) {
        return Optional.empty();
      }
      Map<String, Long> classes =
          concerned.stream()
              .flatMap(verdict -> verdict.missing().stream())
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      Comparator<Map.Entry<String, Long>> mostFirst =
          Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry::getKey);
      String named =
          classes.entrySet().stream()
              .sorted(mostFirst)
              .limit(NAMED)
              .map(Map.Entry::getKey)
              .collect(Collectors.joining(", "));
      return Optional.of(
          Gap.notSaid(
              "class path",
              (classes.size() == 1 ? "1 class that is" : classes.size() + " classes that are")
                  + (concerned.size() == 1
                      ? " called at 1 site"
                      : " called at " + concerned.size() + " sites")
                  + (classes.size() == 1 ? " is not there (" : " are not there (")
                  + named
                  + (classes.size() > NAMED ? ", ..." : "")
                  + "), so that it is not known whether they block; give their jars too"));
    }
  }

  /** Is told how far a scan is: after each class, by the thread that has read it. */
  @FunctionalInterface
  public interface ScanProgress {

    /** For those who do not want to know. */
    ScanProgress NONE = (read, all) -> {};

    /**
     * @param read of the class files; when it is all, what they call is still to be followed
     */
    void at(int read, int all);
  }
}
