// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount.Difference;
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
 * What the analyzer says of libraries, to counts.
 *
 * @param classes the analyzer's JSON on the jars
 * @param sources the same on their sources, if they are counted, too
 */
record LibraryCounts(Inventory inventory, JsonNode classes, Optional<Sources> sources) {

  private static final String WORD = "synchronized";

  /** Sites that enter a monitor; others wait or notify. */
  private static final Set<String> ENTERING = Set.of("SYNC_METHOD", "STATIC_SYNC_METHOD", "BLOCK");

  /**
   * The sources of the jars.
   *
   * @param scan the analyzer's JSON on them
   * @param folder with a folder for the sources of each jar
   */
  record Sources(JsonNode scan, Path folder) {}

  List<LibraryCount> counts() throws IOException {
    var counts = new ArrayList<LibraryCount>();
    for (var library : inventory.libraries()) {
      counts.add(sources.isPresent() ? count(library, sources.get()) : count(library));
    }
    return counts;
  }

  private LibraryCount count(Library library) {
    return new LibraryCount(
        library.title(),
        library.published(),
        sum(library, "synchronizedMethods"),
        sum(library, "blocks"),
        0,
        library.leftOut(),
        0,
        0,
        List.of(),
        library.remark());
  }

  private int sum(Library library, String what) {
    int sum = 0;
    for (var container : classes.path("libraries")) {
      if (isOf(library, container)) {
        sum += container.path("counts").path(what).asInt();
      }
    }
    return sum;
  }

  private LibraryCount count(Library library, Sources itsSources) throws IOException {
    var compiled = sites(classes, library);
    var written = sites(itsSources.scan(), library);
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
        sum(library, "synchronizedMethods"),
        sum(library, "blocks"),
        lines(library, itsSources.folder(), ""),
        library.leftOut(),
        library.leftOut().isEmpty() ? 0 : lines(library, itsSources.folder(), library.leftOut()),
        written.values().stream().mapToInt(Integer::intValue).sum(),
        differences,
        library.remark());
  }

  /** By class. */
  private Map<String, Integer> sites(JsonNode scan, Library library) {
    var sites = new TreeMap<String, Integer>();
    for (var container : scan.path("libraries")) {
      if (isOf(library, container)) {
        for (var site : container.path("sites")) {
          if (ENTERING.contains(site.path("kind").asText())) {
            sites.merge(site.path("class").asText(), 1, Integer::sum);
          }
        }
      }
    }
    return sites;
  }

  private int lines(Library library, Path folder, String fileName) throws IOException {
    List<Path> folders;
    try (var all = Files.list(folder)) {
      folders = all.filter(of -> isOf(library, of)).toList();
    }
    int lines = 0;
    for (var of : folders) {
      lines += SourceSearch.in(of, WORD, fileName);
    }
    return lines;
  }

  private boolean isOf(Library library, JsonNode container) {
    return isOf(library, Path.of(container.path("path").asText()));
  }

  private boolean isOf(Library library, Path jarOrFolder) {
    return inventory.of(jarOrFolder.getFileName().toString()).equals(Optional.of(library));
  }
}
