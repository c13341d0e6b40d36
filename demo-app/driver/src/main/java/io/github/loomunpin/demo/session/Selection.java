// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.setup.DemoFailure;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which trials are to take place.
 *
 * @param names of trials or rounds, where * stands for anything; empty for all
 * @param skipped the same, for those to leave out
 * @param path of the requests; empty for all
 * @param connections empty for those that there are; else a trial with another number is made if
 *     there is none
 */
record Selection(
    List<String> names,
    List<String> skipped,
    Optional<String> path,
    Optional<Integer> connections) {

  /**
   * In the order of all.
   *
   * @throws DemoFailure if there is nothing of a name
   */
  List<Trial> of(List<Trial> all) {
    var chosen = names.isEmpty() ? Set.copyOf(all) : named(names, all);
    var out = named(skipped, all);
    var trials =
        all.stream()
            .filter(trial -> chosen.contains(trial) && !out.contains(trial))
            .filter(trial -> path.map(trial.path()::equals).orElse(true))
            .toList();
    var selected = connections.map(number -> on(number, trials)).orElse(trials);
    if (selected.isEmpty()) {
      throw new DemoFailure(DemoFailure.USAGE, "nothing is left to run; there are: " + names(all));
    }
    return selected;
  }

  private static Set<Trial> named(List<String> names, List<Trial> all) {
    var found = new LinkedHashSet<Trial>();
    for (var name : names) {
      var pattern = pattern(name);
      var matching =
          all.stream()
              .filter(
                  trial ->
                      pattern.matcher(trial.name()).matches()
                          || pattern.matcher(trial.id()).matches())
              .toList();
      if (matching.isEmpty()) {
        throw new DemoFailure(
            DemoFailure.USAGE, "nothing is called %s; there are: %s".formatted(name, names(all)));
      }
      found.addAll(matching);
    }
    return found;
  }

  private static Pattern pattern(String name) {
    return Pattern.compile("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E");
  }

  private static String names(List<Trial> all) {
    return String.join(", ", all.stream().map(Trial::name).distinct().toList());
  }

  /** One for each round and path. */
  private static List<Trial> on(int connections, List<Trial> trials) {
    return trials.stream()
        .map(trial -> trial.name() + " " + trial.path())
        .distinct()
        .map(
            of ->
                trials.stream()
                    .filter(trial -> of.equals(trial.name() + " " + trial.path()))
                    .toList())
        .map(
            same ->
                same.stream()
                    .filter(trial -> trial.connections() == connections)
                    .findFirst()
                    .orElseGet(
                        () ->
                            same.stream()
                                .max(Comparator.comparing(Trial::connections))
                                .orElseThrow()
                                .on(connections)))
        .toList();
  }
}
