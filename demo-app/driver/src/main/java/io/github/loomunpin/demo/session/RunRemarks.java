// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Application;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.OutOfMemory;
import io.github.loomunpin.demo.run.Recorded;
import io.github.loomunpin.demo.setup.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a reader must know of a run: where something else than the application was the limit, its
 * figures are not the application's.
 *
 * @param application what was run
 * @param machine as it was before the run
 */
record RunRemarks(Application application, Machine machine) {

  /** The share of the processors above which all of them count as used; measuring leaves gaps. */
  private static final double ALL = 0.9;

  /** What the system itself does in the background. */
  private static final double LITTLE = 0.1;

  private static final String DISTURBED = "programs that are not the demo's used";

  /**
   * @param log of the application
   */
  List<String> of(Observed observed, Path log) throws IOException {
    var remarks = new ArrayList<String>();
    observed.windows().forEach(window -> limit(window).ifPresent(remarks::add));
    // Nothing else leaves a run that was measured without its recording.
    if (observed.recording().isEmpty() || OutOfMemory.in(log)) {
      remarks.add(RunOutcome.OUT_OF_MEMORY);
    }
    if (application.keepsConnections() && observed.last().heaps().isEmpty()) {
      remarks.add("the application did not say what its heap holds");
    }
    past(observed.past()).ifPresent(remarks::add);
    turnedAway(observed).ifPresent(remarks::add);
    foreign(observed).ifPresent(remarks::add);
    return remarks.stream().distinct().toList();
  }

  /**
   * The remark on a run that is compared with others.
   *
   * @param rivals all that it is compared with
   * @param inTurn those that were measured in turn with it
   */
  static Optional<String> ofRivals(List<String> rivals, List<String> inTurn) {
    var others = rivals.stream().filter(rival -> !inTurn.contains(rival)).toList();
    return inTurn.isEmpty() || others.isEmpty()
        ? Optional.empty()
        : Optional.of("not measured in turn with " + String.join(", ", others));
  }

  /** Why a run pinned; the report counts more than events of pins, such as waits for monitors. */
  static Optional<String> ofPins(Recorded recording, Holders holders) {
    return recording.pins() > 0
        ? Optional.of("the pins report, with waits for monitors and classes: " + holders.summary())
        : Optional.empty();
  }

  private static Optional<String> past(Observed.Past past) {
    var parts = new ArrayList<String>();
    if (!past.users().isEmpty()) {
      var users = past.users().stream().map(String::valueOf).collect(Collectors.joining(", then "));
      parts.add("that " + users + " users asked before");
    }
    past.replaced()
        .map(reason -> "that was warmed up for a shorter time, since the one before it " + reason)
        .ifPresent(parts::add);
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("in a JVM " + String.join(", and ", parts));
  }

  private static Optional<String> turnedAway(Observed observed) {
    long most =
        observed.windows().stream()
            .mapToLong(window -> window.turnedAway().orElse(0))
            .max()
            .orElse(0);
    return most > 0
        ? Optional.of(
            "the system turned away attempts to connect, since the queue of the server was full, and each was made"
                + " again after a second or more: "
                + most)
        : Optional.empty();
  }

  private Optional<String> foreign(Observed observed) {
    double most =
        observed.windows().stream()
            .mapToDouble(seen -> share(seen.cpu().foreign(), seen, machine.processors()))
            .max()
            .orElse(0);
    return most > LITTLE
        ? Optional.of(DISTURBED + " %.0f %% of the processors".formatted(100 * most))
        : Optional.empty();
  }

  /** Whether one of them says that the figures are not to be taken as those of a quiet machine. */
  static boolean tellOfDisturbance(List<String> remarks) {
    return remarks.stream().anyMatch(remark -> remark.startsWith(DISTURBED));
  }

  private Optional<String> limit(Observed.Window window) {
    var cpu = window.cpu();
    double processors = machine.processors();
    if (application.processors().isPresent() && application.processors().getAsInt() < processors) {
      int own = application.processors().getAsInt();
      if (share(cpu.application(), window, own) > ALL) {
        return Optional.of(RunOutcome.LIMITED_BY + "the application's share of the processors");
      }
      var rest = cpu.loadGenerator().plus(cpu.others());
      return share(rest, window, processors - own) > ALL
          ? Optional.of(
              RunOutcome.LIMITED_BY
                  + "the processors left for the %s: the application could do more"
                      .formatted(neighbour(cpu)))
          : Optional.empty();
    }
    if (share(cpu.sum(), window, processors) <= ALL) {
      return Optional.empty();
    }
    var most = max(cpu.others(), cpu.loadGenerator()).compareTo(cpu.application()) > 0;
    return Optional.of(
        "the processors were busy, most of all with the "
            + (most ? neighbour(cpu) : "application"));
  }

  private static double share(Duration used, Observed.Window window, double processors) {
    return used.toNanos() / (window.time().toNanos() * processors);
  }

  private String neighbour(Observed.Cpu cpu) {
    return cpu.others().compareTo(cpu.loadGenerator()) > 0
        ? application.neighbour()
        : "load generator";
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
