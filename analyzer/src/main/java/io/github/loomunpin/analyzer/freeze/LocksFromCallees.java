// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Candidates;
import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Locks that a frame may have from methods which take one and return with it, as the constructors
 * of guards do, and methods called begin.
 */
final class LocksFromCallees {

  /** Calls between a frame of a stack and the method that locks, that one included. */
  private static final int DEEPEST = 2;

  /**
   * All that code shows about a lock.
   *
   * @param type the outermost class of the code that takes it
   * @param field that has it; empty if that is not known
   */
  record Lock(String type, String field) {

    boolean mayBe(Lock other) {
      return type.equals(other.type)
          && (field.isEmpty() || other.field.isEmpty() || field.equals(other.field));
    }
  }

  private enum Effect {
    TAKES,
    GIVES_BACK
  }

  private record Place(Frame frame, Optional<Frame> called) {}

  private record Call(Effect effect, String owner, String name, String descriptor, int deeper) {}

  private final FrameClasses classes;
  private final Map<ThreadView, Set<Lock>> threads = new IdentityHashMap<>();
  private final Map<Place, Set<Lock>> places = new HashMap<>();
  private final Map<Call, Set<Lock>> calls = new HashMap<>();

  LocksFromCallees(FrameClasses classes) {
    this.classes = classes;
  }

  /** Whether a thread may have a lock from a method that has returned to one of its frames. */
  boolean mayHave(ThreadView thread, Lock lock) {
    return threads.computeIfAbsent(thread, this::has).stream().anyMatch(lock::mayBe);
  }

  private Set<Lock> has(ThreadView thread) {
    List<Frame> frames = thread.stack().frames();
    Set<Lock> has = new HashSet<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      Optional<Frame> called = depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
      if (!frame.jdk()) {
        has.addAll(has(new Place(frame, called)));
      }
    }
    return Set.copyOf(has);
  }

  /** Whether a frame that waits for a lock may return with it. */
  boolean returnsWithLock(Frame caller) {
    return classes.find(caller).stream()
        .flatMap(found -> classes.steps(caller, found).stream())
        .anyMatch(candidate -> !taken(candidate.method(), caller.className()).isEmpty());
  }

  private Set<Lock> has(Place place) {
    Set<Lock> known = places.get(place);
    if (known == null) {
      known =
          classes.find(place.frame()).stream()
              .flatMap(found -> at(place, found).stream())
              .flatMap(candidate -> before(candidate).stream())
              .collect(Collectors.toSet());
      places.put(place, known);
    }
    return known;
  }

  private List<Candidates> at(Place place, Found found) {
    return place
        .called()
        .map(called -> classes.stepsCalling(place.frame(), called, found))
        .orElseGet(() -> classes.steps(place.frame(), found));
  }

  private Set<Lock> before(Candidates candidate) {
    int at = candidate.steps().stream().mapToInt(Step::bci).max().orElse(-1);
    List<Step> all = candidate.method().steps();
    Set<Lock> has = new HashSet<>();
    for (Step taking : all) {
      if (taking.calls() && taking.bci() < at) {
        calling(Effect.TAKES, taking, DEEPEST).stream()
            .filter(lock -> !isGivenBack(lock, all, taking.bci(), at))
            .forEach(has::add);
      }
    }
    return has;
  }

  /** A return in the middle gives it back as well, and what stands behind has it all the same. */
  private boolean isGivenBack(Lock lock, List<Step> all, int taken, int at) {
    boolean givenLater =
        all.stream().filter(step -> step.bci() >= at).anyMatch(step -> givesBack(step, lock));
    boolean straight = true;
    for (Step step : all) {
      if (step.bci() > taken && step.bci() < at) {
        straight &= !step.jumps();
        if ((straight || !givenLater) && givesBack(step, lock)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean givesBack(Step step, Lock lock) {
    return step.calls() && calling(Effect.GIVES_BACK, step, DEEPEST).stream().anyMatch(lock::mayBe);
  }

  private Set<Lock> calling(Effect effect, Step step, int deeper) {
    Call call = new Call(effect, step.owner(), step.name(), step.descriptor(), deeper);
    Set<Lock> known = calls.get(call);
    if (known == null) {
      // For a method that calls itself.
      calls.put(call, Set.of());
      known = deeper == 0 ? Set.of() : ofMethod(call);
      calls.put(call, known);
    }
    return known;
  }

  private Set<Lock> ofMethod(Call call) {
    return classes.initializedWith(call.owner()).stream()
        .filter(type -> !isLock(type))
        .flatMap(type -> classes.findApplication(type).stream())
        .filter(found -> found.has(call.name(), call.descriptor()))
        .findFirst()
        .stream()
        .flatMap(
            found ->
                found.named(call.name()).stream()
                    .filter(method -> method.descriptor().equals(call.descriptor()))
                    .flatMap(method -> ofMethod(call, method, found.name()).stream()))
        .collect(Collectors.toSet());
  }

  private Set<Lock> ofMethod(Call call, MethodCode method, String type) {
    boolean takes = call.effect() == Effect.TAKES;
    Set<Lock> locks = new HashSet<>(takes ? taken(method, type) : givenBack(method, type));
    for (Step step : method.steps()) {
      if (step.calls()) {
        calling(call.effect(), step, call.deeper() - 1).stream()
            .filter(
                lock -> !takes || !isGivenBack(lock, method.steps(), step.bci(), Integer.MAX_VALUE))
            .forEach(locks::add);
      }
    }
    return locks;
  }

  /** What a method locks by itself and does not unlock. */
  private Set<Lock> taken(MethodCode method, String type) {
    return givenBack(method, type).isEmpty() ? locks(method, type, Step::locksByName) : Set.of();
  }

  private Set<Lock> givenBack(MethodCode method, String type) {
    return locks(method, type, Step::unlocksByName);
  }

  private Set<Lock> locks(MethodCode method, String type, Predicate<Step> which) {
    return method.steps().stream()
        .filter(step -> step.calls() && which.test(step) && isLockOrExtends(step.owner()))
        .map(step -> new Lock(MonitorKeys.outermost(type), method.lockField(step)))
        .collect(Collectors.toSet());
  }

  private boolean isLockOrExtends(String type) {
    return isLock(type)
        || !type.startsWith("java/")
            && classes.initializedWith(type).stream().anyMatch(LocksFromCallees::isLock);
  }

  private static boolean isLock(String type) {
    return type.startsWith("java/util/concurrent/locks/");
  }
}
