// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sites that a team knows of, as text for people and for version control: below the name of each
 * library its sites with their grades, without versions and line numbers, so that lines may move
 * and libraries may be updated.
 */
public final class Baseline {

  private static final List<String> HEAD =
      List.of(
          "# Known sites: `analyzer scan` does not fail on them unless they get worse.",
          "# Entries of sites that are gone are removed; --update-baseline adds new ones.");

  /** Library to key to the grade it had. */
  private final Map<String, Map<String, Grade>> known;

  private Baseline(Map<String, Map<String, Grade>> known) {
    this.known = known;
  }

  static Baseline of(Collection<GatedPlace> sites) {
    Map<String, Map<String, Grade>> known = new TreeMap<>();
    for (GatedPlace site : sites) {
      known
          .computeIfAbsent(library(site), name -> new TreeMap<>())
          .merge(key(site), site.grade(), (one, other) -> one.compareTo(other) < 0 ? one : other);
    }
    return new Baseline(known);
  }

  /**
   * Reads what {@link #writeTo} wrote.
   *
   * @throws GateFileException for a line that does not belong into a baseline
   */
  public static Baseline read(Path file) throws IOException {
    Map<String, Map<String, Grade>> known = new TreeMap<>();
    Map<String, Grade> library = null;
    List<String> lines = GateLines.of(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("[") && line.endsWith("]")) {
        String name = line.substring(1, line.length() - 1);
        library = known.computeIfAbsent(name, any -> new TreeMap<>());
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        Optional<Grade> grade = grade(line);
        if (library == null || grade.isEmpty()) {
          throw new GateFileException(file, i + 1, "neither [LIBRARY] nor GRADE: SITE");
        }
        library.put(line.substring(line.indexOf(':') + 1).strip(), grade.get());
      }
    }
    return new Baseline(known);
  }

  private static Optional<Grade> grade(String line) {
    return Arrays.stream(Grade.values())
        .filter(grade -> line.startsWith(grade.text() + ":"))
        .findFirst();
  }

  public void writeTo(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    HEAD.forEach(line -> text.append(line).append('\n'));
    known.forEach(
        (library, sites) -> {
          text.append("\n[").append(library).append("]\n");
          sites.forEach(
              (key, grade) -> text.append(grade.text()).append(": ").append(key).append('\n'));
        });
    Files.writeString(file, text);
  }

  /** Whether a site was there, with this grade or a worse one. */
  boolean has(GatedPlace site) {
    Grade was = known.getOrDefault(library(site), Map.of()).get(key(site));
    return was != null && was.compareTo(site.grade()) <= 0;
  }

  /**
   * Without the sites that are gone from the libraries that were scanned, and with the grades that
   * got better: what was fixed must not come back unnoticed.
   *
   * @param libraries names of all that were scanned
   */
  Baseline keptIn(Collection<GatedPlace> sites, Set<String> libraries) {
    Baseline now = of(sites);
    Map<String, Map<String, Grade>> kept = new TreeMap<>();
    known.forEach(
        (library, entries) -> {
          Map<String, Grade> left = new TreeMap<>(entries);
          if (libraries.contains(library)) {
            Map<String, Grade> there = now.known.getOrDefault(library, Map.of());
            left.keySet().retainAll(there.keySet());
            left.replaceAll((key, was) -> was.compareTo(there.get(key)) < 0 ? there.get(key) : was);
          }
          if (!left.isEmpty()) {
            kept.put(library, left);
          }
        });
    return new Baseline(kept);
  }

  public int size() {
    return known.values().stream().mapToInt(Map::size).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Baseline baseline && baseline.known.equals(known);
  }

  @Override
  public int hashCode() {
    return known.hashCode();
  }

  private static String library(GatedPlace site) {
    return libraryName(site.library().name());
  }

  static String libraryName(String name) {
    return Printable.of(name);
  }

  private static String key(GatedPlace site) {
    return Printable.of(site.key()).strip();
  }
}
