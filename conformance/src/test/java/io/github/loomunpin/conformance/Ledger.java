// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The results of one test class, for the conformance page, which is made of those of two. */
final class Ledger {

  /** The test classes whose results the page needs. */
  enum Part {
    PROGRAMS,
    SCENARIOS
  }

  /** How a run is judged on the conformance page. */
  enum Status {
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
  record Entry(String test, String where, Status status, String detail) {}

  /** Those that have ended; the test classes run side by side. */
  private static final Map<Part, Ledger> ENDED = new TreeMap<>();

  private final Part part;
  private final List<Entry> entries = new ArrayList<>();

  Ledger(Part part) {
    this.part = part;
  }

  void add(String test, String where, Status status, String detail) {
    String oneLine = detail.lines().findFirst().orElse("").replace('\t', ' ');
    entries.add(new Entry(test, where, status, oneLine));
  }

  /**
   * Writes the conformance page below target if the other part has ended too, and with {@code
   * -Dconformance.update=true} the long form writes it into docs as well.
   */
  void report() throws IOException {
    synchronized (ENDED) {
      ENDED.put(part, this);
      if (ENDED.size() < Part.values().length) {
        return;
      }
      List<Entry> all = ENDED.values().stream().flatMap(each -> each.entries.stream()).toList();
      if (all.isEmpty()) {
        return;
      }
      String text = ConformancePage.text(all);
      Files.createDirectories(Settings.work());
      Files.writeString(Settings.work().resolve("conformance.md"), text);
      if (Settings.isLong() && Boolean.getBoolean("conformance.update")) {
        Files.writeString(Settings.evidence().resolve("conformance.md"), text);
      }
    }
  }
}
