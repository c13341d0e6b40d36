// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Says that a class path lacks classes which are called while monitors are held. */
final class MissingNote {

  private static final int NAMED = 3;

  private MissingNote() {}

  static Optional<Gap> of(Verdicts verdicts) {
    List<Verdict> concerned =
        verdicts.bySite().values().stream()
            .filter(verdict -> !verdict.missing().isEmpty())
            .toList();
    if (concerned.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Long> classes =
        concerned.stream()
            .flatMap(verdict -> verdict.missing().stream())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    Comparator<Map.Entry<String, Long>> mostFirst =
        Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry::getKey);
    String named =
        classes.entrySet().stream()
            .sorted(mostFirst)
            .limit(NAMED)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return Optional.of(
        Gap.notSaid(
            "class path",
            (classes.size() == 1 ? "1 class that is" : classes.size() + " classes that are")
                + (concerned.size() == 1
                    ? " called at 1 site"
                    : " called at " + concerned.size() + " sites")
                + (classes.size() == 1 ? " is not there (" : " are not there (")
                + named
                + (classes.size() > NAMED ? ", ..." : "")
                + "), so that it is not known whether they block; give their jars too"));
  }
}
