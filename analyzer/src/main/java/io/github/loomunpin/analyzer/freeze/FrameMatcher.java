// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.Sight;
import io.github.loomunpin.rules.sight.Sight.Entering;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Compares frames of dumps, which have lines and no bytecode indexes, with class files. */
final class FrameMatcher {

  private final FrameClasses classes;
  private final Sight sight;
  private final boolean monitorsPin;
  private final Set<String> otherVersion = new TreeSet<>();

  /**
   * @param agentConverts as of {@link Sight}; dumps do not show the frames of its locks
   * @param monitorsPin whether they do on the JDK of the JVM
   */
  FrameMatcher(FrameClasses classes, boolean agentConverts, boolean monitorsPin) {
    this.monitorsPin = monitorsPin;
    this.classes = classes;
    this.sight = new Sight(classes.images(), agentConverts);
  }

  /** Finds the threads that may give what others wait for. */
  Notifiers notifiers(List<ThreadView> threads) {
    return new Notifiers(threads, classes);
  }

  /** Finds the threads that may have a lock, at most so many for each. */
  LockOwners lockOwners(List<ThreadView> threads, int most) {
    return new LockOwners(threads, classes, most);
  }

  /** What the stacks of the dumps hold. */
  Sight sight() {
    return sight;
  }

  boolean monitorsPin() {
    return monitorsPin;
  }

  /** The monitors that a thread has entered, also those that a wait has released since. */
  List<Hold> entered(List<Frame> frames, Optional<Entering> entering) {
    for (Frame frame : frames) {
      if (sight.isMisfit(List.of(frame), 0)) {
        otherVersion.add(frame.className());
      }
    }
    return sight.entered(frames, entering);
  }

  /** Classes whose lines do not fit those of the dumps, by internal name. */
  Set<String> otherVersion() {
    return otherVersion;
  }

  HeldSite site(Frame frame, Hold hold) {
    return new HeldSite(
        classes.images().library(frame).orElseThrow(), hold.sourceFile(), hold.site());
  }

  private List<HeldSite> sites(Frame frame, List<Hold> holds) {
    return holds.stream().map(hold -> site(frame, hold)).toList();
  }

  /** The calls of {@code Object.wait} that a frame may be in. */
  List<HeldSite> waits(Frame frame) {
    return sites(frame, sight.waitingIn(List.of(frame), 0));
  }

  /** The calls of {@code Object.wait} that a thread may be in, also those of the JDK's own code. */
  List<HeldSite> waits(List<Frame> frames) {
    return sight.waits(frames).stream().map(hold -> site(frames.get(hold.depth()), hold)).toList();
  }

  /**
   * Whether time ends the call of {@code Object.wait} that a frame is in; nothing if its class does
   * not tell.
   *
   * @param direct whether it is {@code wait(long)} that the frame called
   */
  Optional<Waits.Limit> waitLimit(Frame frame, boolean direct) {
    return limit(
        frame, step -> step.name().equals("wait") && step.descriptor().equals("(J)V") == direct);
  }

  /**
   * Whether time ends the call of {@code Thread.join} that a frame is in; nothing if its class does
   * not tell.
   */
  Optional<Waits.Limit> joinLimit(Frame frame) {
    return limit(frame, step -> step.name().equals("join"));
  }

  private Optional<Waits.Limit> limit(Frame frame, Predicate<Step> which) {
    Set<Waits.Limit> limits = Set.copyOf(ofCalls(frame, which, MethodCode::limit));
    return limits.size() > 1 ? Optional.of(Waits.Limit.PERHAPS) : limits.stream().findFirst();
  }

  /** What the code shows about each call that a frame may be in. */
  private <T> List<T> ofCalls(
      Frame frame, Predicate<Step> which, BiFunction<MethodCode, Step, T> tells) {
    return classes.find(frame).stream()
        .flatMap(found -> classes.steps(frame, found).stream())
        .flatMap(
            candidate ->
                candidate.steps().stream()
                    .filter(step -> step.calls() && which.test(step))
                    .map(step -> tells.apply(candidate.method(), step)))
        .toList();
  }

  /** For how long a frame sleeps at most, in nanoseconds, if its class tells. */
  OptionalLong sleepNanos(Frame frame) {
    List<OptionalLong> times =
        ofCalls(frame, step -> step.name().equals("sleep"), MethodCode::sleepNanos);
    return !times.isEmpty() && times.stream().allMatch(OptionalLong::isPresent)
        ? times.stream().mapToLong(OptionalLong::getAsLong).max()
        : OptionalLong.empty();
  }

  /** The innermost frame of the application that is in a loop, if this loop polls. */
  Optional<Frame> polling(List<Frame> frames) {
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      if (!frame.jdk()) {
        List<Boolean> loops = loops(frames, depth);
        if (!loops.isEmpty()) {
          return loops.contains(false) ? Optional.empty() : Optional.of(frame);
        }
      }
    }
    return Optional.empty();
  }

  private List<Boolean> loops(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    return classes.find(frame).stream()
        .flatMap(
            found ->
                (depth == 0
                        ? classes.steps(frame, found)
                        : classes.stepsCalling(frame, frames.get(depth - 1), found))
                    .stream())
        .flatMap(
            candidate ->
                candidate.steps().stream()
                    .flatMap(step -> candidate.method().polls(step.bci()).stream()))
        .toList();
  }

  /** The sites at whose entry a frame may be. */
  List<HeldSite> entering(Frame frame) {
    return sites(frame, sight.enteringIn(List.of(frame), 0));
  }

  /**
   * The sites at whose entry a frame may park, as the agent has it do: those that it converts, and
   * those of which it decides by the object. None if the frame may as well wait to be notified, or
   * park by itself.
   */
  List<HeldSite> converted(Frame frame) {
    boolean mayBeElse =
        !waits(frame).isEmpty()
            || classes.find(frame).stream()
                .flatMap(found -> classes.steps(frame, found).stream())
                .flatMap(candidate -> candidate.steps().stream())
                .anyMatch(step -> step.calls() && step.name().startsWith("park"));
    return mayBeElse
        ? List.of()
        : entering(frame).stream().filter(site -> sight.isLock(site.site(), true)).toList();
  }

  /** What is initialized before a class, by internal name, and the class itself. */
  Set<String> initializedWith(String type) {
    return classes.initializedWith(type);
  }

  /** Whether the class of a frame was found. */
  boolean knows(Frame frame) {
    return classes.find(frame).isPresent();
  }

  /** Which of some classes the innermost frame may have to initialize. */
  List<String> initialized(Frame frame, Set<String> types) {
    return classes
        .images()
        .find(frame)
        .map(image -> image.initialized(List.of(frame), 0, types))
        .orElse(List.of());
  }
}
