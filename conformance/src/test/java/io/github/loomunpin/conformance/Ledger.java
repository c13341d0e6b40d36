// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What all runs of one test class came to, kept in a file for the conformance page. */
final class Ledger {

  /** How a run is judged on the conformance page. */
  enum Verdict {
    PASS,
    FAIL,
    NOT_APPLICABLE
  }

  /**
   * One line of the ledger.
   *
   * @param where the configuration and kind of threads
   * @param detail why it is not a pass, in one line
   */
  record Entry(String test, String where, Verdict verdict, String detail) {}

  private final Path file;
  private final List<Entry> entries = new ArrayList<>();

  Ledger(String name) {
    this.file = Settings.work().resolve("ledger-" + name + ".tsv");
  }

  void add(String test, String where, Verdict verdict, String detail) {
    String oneLine = detail.lines().findFirst().orElse("").replace('\t', ' ');
    entries.add(new Entry(test, where, verdict, oneLine));
  }

  /** Writes the file, and makes the conformance page anew. */
  void report() throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        entries.stream()
            .map(e -> e.test + "\t" + e.where + "\t" + e.verdict + "\t" + e.detail)
            .toList());
    ConformancePage.write();
  }

  /** The entries of all ledgers written in this build. */
  static List<Entry> readAll() throws IOException {
    List<Entry> all = new ArrayList<>();
    try (var files = Files.newDirectoryStream(Settings.work(), "ledger-*.tsv")) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          String[] parts = line.split("\t", -1);
          all.add(new Entry(parts[0], parts[1], Verdict.valueOf(parts[2]), parts[3]));
        }
      }
    }
    return all;
  }
}
