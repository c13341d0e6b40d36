// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Candidates;
import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which threads may be about to give what others wait for, such as a notification or an element of
 * a queue: those in a method that does so further on, or that calls one which does. Others may,
 * that have not come there yet.
 */
final class Notifiers {

  /** How many calls below a frame of a stack are looked at. */
  private static final int DEEPEST = 2;

  private record Place(
      Set<AwaitedObject> wanted, Frame frame, Optional<Frame> called, boolean waits) {}

  private record Call(
      Set<AwaitedObject> wanted, String owner, String name, String descriptor, int deeper) {}

  /**
   * What is waited for or given at an object.
   *
   * @param type of the object, by the method that waits; empty if that does not tell
   * @param object what code calls it: a field or a class; empty if it has no such name
   * @param otherwise whether an object is looked for that has another name in the code that gives
   */
  private record AwaitedObject(
      HandoverMethod handover, String type, String object, boolean otherwise) {

    static AwaitedObject of(HandoverMethod handover, String type, String object) {
      return new AwaitedObject(handover, type, object, false);
    }

    static AwaitedObject notification(String site) {
      return of(HandoverMethod.NOTIFICATION, "", site);
    }

    /**
     * This object where code has it in a variable, or in a field of another class. What a class
     * waits at under the name of a condition, it signals under that name.
     */
    Optional<AwaitedObject> byAnotherName() {
      boolean shared = handover != HandoverMethod.NOTIFICATION && handover != HandoverMethod.SIGNAL;
      return shared || object.isEmpty() && handover == HandoverMethod.SIGNAL
          ? Optional.of(new AwaitedObject(handover, type, object, true))
          : Optional.empty();
    }

    /** Whether the two may be of one object. */
    boolean mayBe(AwaitedObject other) {
      return handover == other.handover
          && (other.otherwise || !object.isEmpty() && object.equals(other.object));
    }

    /** As {@link #isGivenBy(AwaitedObject, boolean)}, for an object that is named. */
    boolean isGivenBy(AwaitedObject given) {
      return isGivenBy(given, true);
    }

    /**
     * Whether this may be what is given.
     *
     * @param mayBeOfType whether it may be, by the type that it has in the code that gives
     */
    boolean isGivenBy(AwaitedObject given, boolean mayBeOfType) {
      if (handover != given.handover) {
        return false;
      }
      if (!otherwise) {
        return !object.isEmpty() && object.equals(given.object);
      }
      return mayBeOfType
          && (object.isEmpty()
              || given.object.isEmpty()
              || !owner(object).equals(owner(given.object)));
    }

    /** Two fields of one class mostly have two objects. */
    private static String owner(String object) {
      return object.replaceFirst("\\..*", "");
    }
  }

  private final List<ThreadView> threads;
  private final FrameClasses classes;
  private final Map<Set<AwaitedObject>, List<ThreadView>> known = new HashMap<>();
  private final Map<Place, Boolean> places = new HashMap<>();
  private final Map<Call, Boolean> calls = new HashMap<>();

  Notifiers(List<ThreadView> threads, FrameClasses classes) {
    this.threads = threads;
    this.classes = classes;
  }

  /** What a thread waits for, one clause. */
  String what(Waits waits) {
    return wanted(waits).stream()
        .map(wanted -> wanted.handover().what())
        .sorted()
        .findFirst()
        .orElse(WaitEdge.NOTIFICATION);
  }

  /**
   * None of them waits for the same itself. Where no thread gives it by the name that the waiting
   * code has for the object, those count that have another name for theirs.
   */
  List<ThreadView> of(Waits waits) {
    Set<AwaitedObject> wanted = wanted(waits);
    List<ThreadView> named = of(wanted);
    return named.isEmpty()
        ? of(wanted.stream().flatMap(w -> w.byAnotherName().stream()).collect(Collectors.toSet()))
        : named;
  }

  private List<ThreadView> of(Set<AwaitedObject> wanted) {
    List<ThreadView> found = known.get(wanted);
    if (found == null) {
      found =
          threads.stream()
              .filter(thread -> !wanted.isEmpty() && !waitsForTheSame(thread, wanted))
              .filter(thread -> mayGive(thread, wanted))
              .toList();
      known.put(wanted, found);
    }
    return found;
  }

  private Set<AwaitedObject> wanted(Waits waits) {
    return waits.kind() == Waits.Kind.NOTIFICATION
        ? waits.sites().stream()
            // Threads that end the waits of the JDK's own code are not looked for.
            .filter(site -> !site.library().jdk())
            .map(site -> AwaitedObject.notification(MonitorKeys.exact(site.site())))
            .collect(Collectors.toSet())
        : waits.caller().map(caller -> wanted(caller, waits.what())).orElse(Set.of());
  }

  /** What a frame may wait for in the method that it has called, named with its class. */
  private Set<AwaitedObject> wanted(Frame frame, String called) {
    String type = called.substring(0, called.lastIndexOf('.')).replace('.', '/');
    String name = called.substring(called.lastIndexOf('.') + 1);
    return classes.find(frame).stream()
        .flatMap(
            found ->
                classes.steps(frame, found).stream()
                    .flatMap(
                        candidate ->
                            candidate.steps().stream()
                                .filter(step -> step.name().equals(name))
                                .flatMap(step -> wanted(found, candidate.method(), step, type))))
        .collect(Collectors.toSet());
  }

  private Stream<AwaitedObject> wanted(Found found, MethodCode method, Step step, String type) {
    return HandoverMethod.all()
        .filter(handover -> handover.isWaitedForBy(step, classes::initializedBefore))
        .map(handover -> AwaitedObject.of(handover, type, found.receivers().of(method, step)));
  }

  private boolean waitsForTheSame(ThreadView thread, Set<AwaitedObject> wanted) {
    return thread
        .waits()
        .filter(Waits::needsGiver)
        .filter(waits -> wanted(waits).stream().anyMatch(w -> wanted.stream().anyMatch(w::mayBe)))
        .isPresent();
  }

  private boolean mayGive(ThreadView thread, Set<AwaitedObject> wanted) {
    List<Frame> frames = thread.stack().frames();
    // A call that waits gives nothing: for what it would give, another thread waits in vain.
    Optional<Frame> waiting =
        thread.waits().filter(Waits::needsGiver).flatMap(waits -> waits.caller());
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      boolean waits = waiting.filter(w -> w == frame).isPresent();
      Optional<Frame> called = depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
      if (!frame.jdk() && mayGive(new Place(wanted, frame, called, waits))) {
        return true;
      }
    }
    return false;
  }

  private boolean mayGive(Place place) {
    Boolean may = places.get(place);
    if (may == null) {
      may = classes.find(place.frame()).filter(found -> givesLater(found, place)).isPresent();
      places.put(place, may);
    }
    return may;
  }

  private boolean givesLater(Found found, Place place) {
    return place
        .called()
        .map(inner -> classes.stepsCalling(place.frame(), inner, found))
        .orElseGet(() -> classes.steps(place.frame(), found))
        .stream()
        .anyMatch(candidate -> givesLater(found, candidate, place));
  }

  private boolean givesLater(Found found, Candidates candidate, Place place) {
    MethodCode method = candidate.method();
    int at = candidate.steps().stream().mapToInt(Step::bci).min().orElse(Integer.MAX_VALUE);
    int from = method.firstReachedFrom(at);
    return gives(found, method, bci -> bci >= from && !(place.waits() && bci == at), place.wanted())
        || method.steps().stream()
            .filter(step -> step.calls() && step.bci() >= from)
            .filter(step -> step.bci() != at || method.repeats(at))
            .anyMatch(step -> gives(step, place.wanted(), DEEPEST));
  }

  private boolean gives(Step step, Set<AwaitedObject> wanted, int deeper) {
    Call call = new Call(wanted, step.owner(), step.name(), step.descriptor(), deeper);
    Boolean gives = calls.get(call);
    if (gives == null) {
      gives =
          deeper > 0
              && classes.initializedWith(call.owner()).stream()
                  .flatMap(type -> classes.findApplication(type).stream())
                  .filter(found -> found.has(call.name(), call.descriptor()))
                  .findFirst()
                  .filter(found -> gives(found, call))
                  .isPresent();
      calls.put(call, gives);
    }
    return gives;
  }

  private boolean gives(Found found, Call call) {
    return found.named(call.name()).stream()
        .filter(method -> method.descriptor().equals(call.descriptor()))
        .anyMatch(
            method ->
                gives(found, method, bci -> true, call.wanted())
                    || method.steps().stream()
                        .filter(Step::calls)
                        .anyMatch(step -> gives(step, call.wanted(), call.deeper() - 1)));
  }

  private boolean gives(
      Found found, MethodCode method, IntPredicate where, Set<AwaitedObject> wanted) {
    return found.sitesOf(method).stream()
            .filter(site -> site.kind() == SiteKind.NOTIFY || site.kind() == SiteKind.NOTIFY_ALL)
            .filter(site -> where.test(site.bci()))
            .map(site -> AwaitedObject.notification(MonitorKeys.exact(site)))
            .anyMatch(given -> wanted.stream().anyMatch(w -> w.isGivenBy(given)))
        || method.steps().stream()
            .filter(step -> where.test(step.bci()))
            .anyMatch(step -> wanted.stream().anyMatch(w -> isGiven(w, found, method, step)));
  }

  private boolean isGiven(AwaitedObject wanted, Found found, MethodCode method, Step step) {
    return wanted.handover().isGivenBy(step, classes::initializedBefore)
        && wanted.isGivenBy(
            AwaitedObject.of(wanted.handover(), "", found.receivers().of(method, step)),
            wanted.handover().mayBe(wanted.type(), step.owner(), classes::initializedBefore));
  }
}
