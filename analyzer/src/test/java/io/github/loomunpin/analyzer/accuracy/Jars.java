// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.accuracy;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the page is about: pairs of versions, holders, and reasons for misses.
 *
 * @param folder has the jars as Maven names them
 */
record Jars(Path folder) {

  /**
   * Two versions of a library.
   *
   * @param isAll whether its maintainers converted every monitor
   * @param name group and artifact
   * @param with what it is scanned with, as group, artifact and version
   */
  record Pair(boolean isAll, String name, String before, String after, List<String> with) {
    String old() {
      return name + ":" + before;
    }

    String converted() {
      return name + ":" + after;
    }

    String artifact() {
      return name.substring(name.indexOf(':') + 1);
    }

    /** The old one with what it needs. */
    List<String> scanned() {
      return Stream.concat(Stream.of(old()), with.stream()).toList();
    }
  }

  /** A frame that a recording names. */
  record Holder(String program, String artifact, String type, String method) {}

  /**
   * Why a converted lock was not graded.
   *
   * @param blocks whether it was converted for a blocking reason
   */
  record Reason(boolean blocks, String text) {}

  /** Those that the rules of the grades were made with. */
  static List<Pair> pairs() {
    return pairs("pairs.txt");
  }

  /** Those that were first looked at after the rules were made. */
  static List<Pair> unseenPairs() {
    return pairs("unseen-pairs.txt");
  }

  /** Those that were looked at last. */
  static List<Pair> latestPairs() {
    return pairs("latest-pairs.txt");
  }

  /** Those for which nothing was changed at first. */
  static List<Pair> blindPairs() {
    return pairs("blind-pairs.txt");
  }

  /** Those that were scanned after the last change of the rules. */
  static List<Pair> fixedPairs() {
    return pairs("fixed-pairs.txt");
  }

  private static List<Pair> pairs(String file) {
    List<Pair> pairs = new ArrayList<>();
    for (String line : lines(file)) {
      List<String> words = List.of(line.split(" +"));
      pairs.add(
          new Pair(
              words.get(0).equals("all"),
              words.get(1),
              words.get(2),
              words.get(3),
              words.subList(4, words.size())));
    }
    return pairs;
  }

  static List<Holder> holders() {
    List<Holder> holders = new ArrayList<>();
    for (String line : lines("holders.txt")) {
      String[] parts = line.split(" \\| ");
      String[] place = parts[2].split(" ");
      holders.add(new Holder(parts[0], parts[1], place[0], place[1]));
    }
    return holders;
  }

  /** By library and lock. */
  static Map<String, Reason> reasons() {
    Map<String, Reason> reasons = new TreeMap<>();
    for (String line : lines("misses.txt")) {
      String[] parts = line.split(" \\| ");
      reasons.put(parts[1] + " " + parts[2], new Reason(parts[0].equals("blocks"), parts[3]));
    }
    return reasons;
  }

  static List<Pair> allPairs() {
    return Stream.of(pairs(), unseenPairs(), latestPairs(), blindPairs(), fixedPairs())
        .flatMap(List::stream)
        .toList();
  }

  /** The artifacts that pairs are made of. */
  static Set<String> artifacts(List<Pair> pairs) {
    Set<String> artifacts = new LinkedHashSet<>();
    for (Pair pair : pairs) {
      artifacts.add(pair.old());
      artifacts.add(pair.converted());
      artifacts.addAll(pair.with());
    }
    return artifacts;
  }

  /** All artifacts that are needed. */
  static Set<String> artifacts() {
    Set<String> artifacts = artifacts(allPairs());
    holders().forEach(holder -> artifacts.add(holder.artifact()));
    return artifacts;
  }

  String file(String artifact) {
    String[] parts = artifact.split(":");
    return folder.resolve(parts[1] + "-" + parts[2] + ".jar").toString();
  }

  /** Scans artifacts as a user would. */
  ScanResult scan(List<String> artifacts) {
    return new LibraryScanner(ReadOptions.DEFAULT)
        .scan(artifacts.stream().map(this::file).toList());
  }

  static Stream<MonitorSite> sites(ScanResult result, String file) {
    return result.libraries().stream()
        .filter(library -> library.library().path().equals(file))
        .map(LibrarySites::sites)
        .flatMap(List::stream)
        .flatMap(type -> type.sites().stream());
  }

  private static List<String> lines(String name) {
    try (InputStream in = Jars.class.getResourceAsStream("/accuracy/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
