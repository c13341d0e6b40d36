// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import io.github.loomunpin.demo.outcome.LibraryCount;
import io.github.loomunpin.demo.outcome.LibraryCount.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sites of class files beside those of the sources.
 *
 * @param classes the analyzer's JSON on the jars
 * @param sources the same on the sources
 * @param folder with a folder for the sources of each jar
 */
record SourceCount(Inventory inventory, JsonNode classes, JsonNode sources, Path folder) {

  private static final String WORD = "synchronized";

  /** Sites that enter a monitor; others wait or notify. */
  private static final Set<String> ENTERING = Set.of("SYNC_METHOD", "STATIC_SYNC_METHOD", "BLOCK");

  List<LibraryCount> counts() throws IOException {
    var counts = new ArrayList<LibraryCount>();
    for (var library : inventory.libraries()) {
      counts.add(count(library));
    }
    return counts;
  }

  private LibraryCount count(Library library) throws IOException {
    var compiled = sites(classes, library);
    var written = sites(sources, library);
    var differences = new ArrayList<Difference>();
    var names = new TreeSet<>(compiled.keySet());
    names.addAll(written.keySet());
    for (var name : names) {
      var difference =
          new Difference(name, written.getOrDefault(name, 0), compiled.getOrDefault(name, 0));
      if (difference.sources() != difference.classes()) {
        differences.add(difference);
      }
    }
    return new LibraryCount(
        library.title(),
        library.published(),
        lines(library, ""),
        library.leftOut(),
        library.leftOut().isEmpty() ? 0 : lines(library, library.leftOut()),
        sum(written),
        sum(compiled),
        differences,
        library.remark());
  }

  private static int sum(Map<String, Integer> sites) {
    return sites.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** By class. */
  private Map<String, Integer> sites(JsonNode scan, Library library) {
    var sites = new TreeMap<String, Integer>();
    for (var container : scan.path("libraries")) {
      if (isOf(library, Path.of(container.path("path").asText()))) {
        for (var site : container.path("sites")) {
          if (ENTERING.contains(site.path("kind").asText())) {
            sites.merge(site.path("class").asText(), 1, Integer::sum);
          }
        }
      }
    }
    return sites;
  }

  private int lines(Library library, String fileName) throws IOException {
    List<Path> folders;
    try (var all = Files.list(folder)) {
      folders = all.filter(of -> isOf(library, of)).toList();
    }
    int lines = 0;
    for (var of : folders) {
      lines += SourceLines.in(of, WORD, fileName);
    }
    return lines;
  }

  private boolean isOf(Library library, Path jarOrFolder) {
    return inventory.of(jarOrFolder.getFileName().toString()).equals(Optional.of(library));
  }
}
