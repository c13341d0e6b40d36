// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Reads every class of a class path, on all processors. */
public final class LibraryScanner {

  private static final Comparator<LibrarySites> MOST_SITES_FIRST =
      Comparator.comparingInt((LibrarySites found) -> found.counts().total())
          .reversed()
          .thenComparing(found -> found.library().path());

  private final ReadOptions options;

  public LibraryScanner(ReadOptions options) {
    this.options = options;
  }

  /** Opens the inputs, reads them and closes them; what cannot be read is in the result. */
  public ScanResult scan(List<String> inputs) {
    Gaps gaps = new Gaps();
    try (ClassPath classPath = ClassPath.open(inputs, options, gaps)) {
      SiteReader reader = new SiteReader(new JdkClasses(), classPath);
      List<LibrarySites> libraries =
          classPath.containers().parallelStream()
              .filter(container -> !container.classPaths().isEmpty())
              .map(container -> scan(container, reader, gaps))
              .sorted(MOST_SITES_FIRST)
              .toList();
      return new ScanResult(options.release(), libraries, gaps.toList());
    }
  }

  private static LibrarySites scan(Container container, SiteReader reader, Gaps gaps) {
    AtomicInteger classes = new AtomicInteger();
    List<ClassSites> withSites =
        container.classPaths().parallelStream()
            .flatMap(path -> read(container, path, reader, gaps, classes))
            .filter(found -> !found.sites().isEmpty())
            .sorted(Comparator.comparing(ClassSites::name))
            .toList();
    return new LibrarySites(
        container.library(),
        classes.get(),
        container.versionedClasses(),
        withSites,
        SiteCounts.of(withSites.stream().flatMap(found -> found.sites().stream())));
  }

  private static Stream<ClassSites> read(
      Container container, String path, SiteReader reader, Gaps gaps, AtomicInteger classes) {
    try {
      byte[] classFile = container.read(path);
      Stream<ClassSites> found =
          SiteReader.mayHaveSites(classFile)
              ? Stream.of(reader.read(classFile, container.library()))
              : Stream.empty();
      classes.incrementAndGet();
      return found;
    } catch (UnreadableClassException e) {
      gaps.unreadable(container.describe(path), e.getMessage());
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(container.describe(path), e);
    }
    return Stream.empty();
  }
}
