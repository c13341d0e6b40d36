// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.calls.CodeReader;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the classes of one container, each once. */
final class ContainerReader {

  /**
   * What was found in a container, classes in its own order.
   *
   * @param isJudged whether the sites are those of class files of an application, which {@code
   *     code} is of
   * @param providers internal names of classes that service loaders make
   */
  record Found(
      LibrarySites sites, List<ClassSummary> code, boolean isJudged, Set<String> providers) {}

  private record ClassFound(Optional<ClassSites> sites, Optional<ClassSummary> code) {}

  private final Container container;
  private final SiteReader reader;
  private final CodeReader codes;
  private final Gaps gaps;
  private final Runnable classRead;

  /**
   * @param classRead is run after each class, by the thread that has read it
   */
  ContainerReader(
      Container container, SiteReader reader, CodeReader codes, Gaps gaps, Runnable classRead) {
    this.container = container;
    this.reader = reader;
    this.codes = codes;
    this.gaps = gaps;
    this.classRead = classRead;
  }

  Found read(boolean withCode) {
    if (container.classPaths().isEmpty()) {
      return new Found(new SourceScan(container, gaps).read(), List.of(), false, Set.of());
    }
    boolean reads = withCode && !container.library().jdk();
    List<ClassFound> found =
        container.classPaths().parallelStream().flatMap(path -> read(path, reads)).toList();
    List<ClassSites> withSites =
        found.stream()
            .flatMap(each -> each.sites().stream())
            .filter(each -> !each.sites().isEmpty())
            .sorted(Comparator.comparing(ClassSites::name))
            .toList();
    LibrarySites sites = LibrarySites.of(container, found.size(), withSites);
    List<ClassSummary> code = found.stream().flatMap(each -> each.code().stream()).toList();
    return new Found(sites, code, reads, reads ? providers() : Set.of());
  }

  private Set<String> providers() {
    try {
      return container.providers();
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(container.describe("META-INF/services"), e);
      return Set.of();
    }
  }

  private Stream<ClassFound> read(String path, boolean withCode) {
    try {
      byte[] classFile = container.read(path);
      boolean mayHaveSites = SiteReader.mayHaveSites(classFile);
      Optional<ClassSites> sites =
          mayHaveSites
              ? Optional.of(reader.read(classFile, container.library()))
              : Optional.empty();
      Optional<ClassSummary> code =
          withCode
              ? Optional.of(codes.read(classFile, container.library(), mayHaveSites))
              : Optional.empty();
      return Stream.of(new ClassFound(sites, code));
    } catch (UnreadableClassException e) {
      gaps.unreadable(container.describe(path), e.getMessage());
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(container.describe(path), e);
    } finally {
      classRead.run();
    }
    return Stream.empty();
  }
}
