// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which threads may be about to notify an object or to signal a condition: those in a method that
 * does so further on, or that calls one which does. Others may, that have not come there yet.
 */
final class Notifiers {

  /**
   * Keys of an object, as {@link MonitorKeys#exact} has them, or of a condition, and what may
   * notify it.
   */
  private record Call(Set<String> keys, String owner, String name, String descriptor) {}

  private record Place(Set<String> keys, Frame frame, Optional<Frame> called) {}

  private final List<ThreadView> threads;
  private final FrameClasses classes;
  private final FrameSteps steps;
  private final Map<Set<String>, List<ThreadView>> known = new HashMap<>();
  private final Map<Place, Boolean> places = new HashMap<>();
  private final Map<Call, Boolean> calls = new HashMap<>();

  Notifiers(List<ThreadView> threads, FrameClasses classes, FrameSteps steps) {
    this.threads = threads;
    this.classes = classes;
    this.steps = steps;
  }

  /** None of them waits for the same itself. */
  List<ThreadView> of(Waits waits) {
    Set<String> keys = keys(waits);
    List<ThreadView> found = known.get(keys);
    if (found == null) {
      found =
          threads.stream()
              .filter(thread -> !waitsForTheSame(thread, keys))
              .filter(thread -> mayNotify(thread.stack().frames(), keys))
              .toList();
      known.put(keys, found);
    }
    return found;
  }

  private Set<String> keys(Waits waits) {
    return waits.kind() == Waits.Kind.SIGNAL
        ? waits.caller().map(this::awaited).orElse(Set.of())
        : sites(waits);
  }

  /** The conditions that a frame may await. */
  private Set<String> awaited(Frame frame) {
    return classes.find(frame).stream()
        .flatMap(found -> steps.of(frame, found).stream())
        .flatMap(
            candidate ->
                candidate.steps().stream()
                    .filter(Step::awaitsCondition)
                    .flatMap(step -> candidate.method().conditionField(step).stream()))
        .collect(Collectors.toSet());
  }

  private static Set<String> sites(Waits waits) {
    return waits.sites().stream()
        .map(site -> MonitorKeys.exact(site.site()))
        .collect(Collectors.toSet());
  }

  private boolean waitsForTheSame(ThreadView thread, Set<String> keys) {
    return thread
        .waits()
        .filter(Waits::needsNotifier)
        .filter(waits -> keys(waits).stream().anyMatch(keys::contains))
        .isPresent();
  }

  private boolean mayNotify(List<Frame> frames, Set<String> keys) {
    for (int depth = 0; depth < frames.size() && !keys.isEmpty(); depth++) {
      Optional<Frame> called = depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
      if (!frames.get(depth).jdk() && mayNotify(new Place(keys, frames.get(depth), called))) {
        return true;
      }
    }
    return false;
  }

  private boolean mayNotify(Place place) {
    Boolean may = places.get(place);
    if (may == null) {
      may = classes.find(place.frame()).filter(found -> notifiesLater(found, place)).isPresent();
      places.put(place, may);
    }
    return may;
  }

  private boolean notifiesLater(Found found, Place place) {
    List<Candidates> all = steps.of(place.frame(), found);
    return place.called().map(inner -> steps.calling(all, inner)).orElse(all).stream()
        .anyMatch(candidate -> notifiesLater(found, candidate, place.keys()));
  }

  private boolean notifiesLater(Found found, Candidates candidate, Set<String> keys) {
    int from = candidate.steps().stream().mapToInt(Step::bci).min().orElse(Integer.MAX_VALUE);
    return notifies(found, candidate.method(), from, keys)
        || candidate.method().steps().stream()
            .filter(step -> step.calls() && step.bci() > from)
            .anyMatch(step -> notifies(step, keys));
  }

  private boolean notifies(Step step, Set<String> keys) {
    Call call = new Call(keys, step.owner(), step.name(), step.descriptor());
    Boolean notifies = calls.get(call);
    if (notifies == null) {
      notifies = classes.findApplication(call.owner()).filter(f -> notifies(f, call)).isPresent();
      calls.put(call, notifies);
    }
    return notifies;
  }

  private static boolean notifies(Found found, Call call) {
    return found.named(call.name()).stream()
        .filter(method -> method.descriptor().equals(call.descriptor()))
        .anyMatch(method -> notifies(found, method, 0, call.keys()));
  }

  private static boolean notifies(Found found, MethodCode method, int from, Set<String> keys) {
    return found.sitesOf(method).stream()
            .filter(site -> site.kind() == SiteKind.NOTIFY || site.kind() == SiteKind.NOTIFY_ALL)
            .anyMatch(site -> site.bci() >= from && keys.contains(MonitorKeys.exact(site)))
        || method.steps().stream()
            .filter(step -> step.bci() >= from && step.signals())
            .anyMatch(step -> method.conditionField(step).filter(keys::contains).isPresent());
  }
}
