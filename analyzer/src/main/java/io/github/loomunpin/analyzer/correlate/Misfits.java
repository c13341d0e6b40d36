// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.sight.Position.Fit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which libraries of the class path are not the ones that were recorded. */
final class Misfits {

  private static final class Count {

    private final Set<Frame> fitting = new HashSet<>();
    private final Set<Frame> wrong = new HashSet<>();
    private Frame example;
  }

  private final Map<Library, Count> counts = new LinkedHashMap<>();

  void add(Library library, Frame frame, Fit fit) {
    Count count = counts.computeIfAbsent(library, l -> new Count());
    if (fit == Fit.WRONG) {
      count.wrong.add(frame);
      count.example = count.example == null ? frame : count.example;
    } else {
      count.fitting.add(frame);
    }
  }

  /** Whether any frame shows that a library is another version. */
  boolean has(Library library) {
    Count count = counts.get(library);
    return count != null && !count.wrong.isEmpty();
  }

  /** One clause for each library that is not the recorded one. */
  List<String> clauses() {
    return counts.entrySet().stream()
        .filter(entry -> !entry.getValue().wrong.isEmpty())
        .map(entry -> clause(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String clause(Library library, Count count) {
    int all = count.wrong.size() + count.fitting.size();
    Frame frame = count.example;
    return library.nameAndVersion()
        + " on the class path ("
        + library.path()
        + ") is not the version that ran: "
        + count.wrong.size()
        + " of "
        + all
        + " recorded frames do not fit it, such as "
        + frame.className().replace('/', '.')
        + "."
        + frame.method()
        + (frame.line() < 0 ? "" : ":" + frame.line())
        + "; no monitor is named in such frames";
  }
}
