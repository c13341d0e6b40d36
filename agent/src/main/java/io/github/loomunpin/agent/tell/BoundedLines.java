// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Different lines for a report, of which only so many are kept: an application may make classes for
 * as long as it runs. Not safe for several threads.
 */
final class BoundedLines {

  /** More than anybody reads. */
  static final int MOST = 1000;

  private final Set<String> lines = new LinkedHashSet<>();
  private int more;

  void add(String line) {
    if (lines.size() < MOST) {
      lines.add(line);
    } else if (!lines.contains(line)) {
      more++;
    }
  }

  /** Returns whether the line is new and kept. */
  boolean addOnce(String line) {
    int before = lines.size();
    add(line);
    return lines.size() != before;
  }

  /** Whether the line is kept. */
  boolean contains(String line) {
    return lines.contains(line);
  }

  /** How many there are, kept or not. */
  int count() {
    return lines.size() + more;
  }

  /** The lines that are kept, in order, and how many are not. */
  List<String> list() {
    List<String> all = new ArrayList<>(lines);
    if (more > 0) {
      all.add(more + " more");
    }
    return all;
  }
}
