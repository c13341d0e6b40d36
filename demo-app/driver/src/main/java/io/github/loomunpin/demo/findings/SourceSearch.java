// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;

/** Counts lines as a search for a word does: also those of comments. */
final class SourceSearch {

  private static final String SOURCE = ".java";

  private SourceSearch() {}

  /**
   * Lines with the word in the sources of a folder.
   *
   * @param fileName the only files to look into; empty for all
   */
  static int in(Path folder, String word, String fileName) throws IOException {
    List<Path> files;
    try (var all = Files.walk(folder)) {
      files =
          all.filter(file -> file.toString().endsWith(SOURCE))
              .filter(file -> fileName.isEmpty() || file.getFileName().toString().equals(fileName))
              .toList();
    }
    int lines = 0;
    for (var file : files) {
      try (var text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        lines += count(text, word);
      }
    }
    return lines;
  }

  /** Lines with the word in the sources of a zip file. */
  static int inZip(Path zip, String word) throws IOException {
    int lines = 0;
    try (var file = new ZipFile(zip.toFile())) {
      for (var entries = file.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        if (entry.getName().endsWith(SOURCE)) {
          try (var text =
              new BufferedReader(
                  new InputStreamReader(file.getInputStream(entry), StandardCharsets.ISO_8859_1))) {
            lines += count(text, word);
          }
        }
      }
    }
    return lines;
  }

  private static int count(BufferedReader text, String word) {
    return Math.toIntExact(text.lines().filter(line -> line.contains(word)).count());
  }
}
