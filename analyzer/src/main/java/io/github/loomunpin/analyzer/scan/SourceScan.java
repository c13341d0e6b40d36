// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.source.SourceReader;
import io.github.loomunpin.analyzer.source.UnreadableSourceException;
import io.github.loomunpin.rules.site.ClassSites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the sources of one container; a file that does not parse is a gap. */
final class SourceScan {

  /** The source folder of a build, or the module in the JDK's own sources. */
  private static final Pattern ROOT = Pattern.compile("(?:.*/)?src/[^/]+/java/|[a-z]+\\.[a-z.]+/");

  private final Container container;
  private final Gaps gaps;
  private final SourceReader reader;

  SourceScan(Container container, Gaps gaps) {
    this.container = container;
    this.gaps = gaps;
    this.reader =
        new SourceReader(
            container.sourcePaths().stream()
                .map(SourceScan::topLevelType)
                .collect(Collectors.toSet()));
  }

  private static String topLevelType(String path) {
    String file = path.substring(0, path.length() - ".java".length());
    var root = ROOT.matcher(file);
    return root.lookingAt() ? file.substring(root.end()) : file;
  }

  LibrarySites read() {
    List<List<ClassSites>> files =
        container.sourcePaths().parallelStream().flatMap(this::read).toList();
    List<ClassSites> withSites =
        files.stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparing(ClassSites::name))
            .toList();
    return LibrarySites.of(container, files.size(), withSites);
  }

  private Stream<List<ClassSites>> read(String path) {
    try {
      // Older sources may be in another charset; that garbles comments and strings only.
      byte[] bytes = container.read(path);
      if (bytes.length > SourceReader.MOST_BYTES) {
        throw new IOException("larger than any source file");
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      return Stream.of(
          SourceReader.mayHaveSites(text)
              ? reader.read(path.substring(path.lastIndexOf('/') + 1), text)
              : List.of());
    } catch (UnreadableSourceException e) {
      gaps.unreadable(container.describe(path), e.getMessage());
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(container.describe(path), e);
    }
    return Stream.empty();
  }
}
