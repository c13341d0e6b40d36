// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.scan.ClassFileReader.ClassFound;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
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

  private final Container container;
  private final ClassFileReader reader;
  private final Gaps gaps;
  private final Runnable classRead;

  /**
   * @param classRead is run after each class, by the thread that has read it
   */
  ContainerReader(Container container, ClassFileReader reader, Gaps gaps, Runnable classRead) {
    this.container = container;
    this.reader = reader;
    this.gaps = gaps;
    this.classRead = classRead;
  }

  Found read() {
    if (container.classPaths().isEmpty()) {
      return new Found(new SourceScan(container, gaps).read(), List.of(), false, Set.of());
    }
    List<ClassFound> found = container.classPaths().parallelStream().flatMap(this::read).toList();
    List<ClassSites> withSites =
        found.stream()
            .flatMap(each -> each.sites().stream())
            .filter(each -> !each.sites().isEmpty())
            .sorted(Comparator.comparing(ClassSites::name))
            .toList();
    LibrarySites sites = LibrarySites.of(container, found.size(), withSites);
    List<ClassSummary> code = found.stream().flatMap(each -> each.code().stream()).toList();
    boolean isJudged = reader.readsCode(container.library());
    return new Found(sites, code, isJudged, isJudged ? providers() : Set.of());
  }

  private Set<String> providers() {
    try {
      return container.providers();
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(container.describe("META-INF/services"), e);
      return Set.of();
    }
  }

  private Stream<ClassFound> read(String path) {
    try {
      return Stream.of(reader.read(path, container.read(path), container.library()));
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
