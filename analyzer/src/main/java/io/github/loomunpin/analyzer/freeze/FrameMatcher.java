// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Says which monitors a frame holds. A dump has lines, not bytecode indexes:
 *
 * <ol>
 *   <li>the instructions that the thread may be at are those of the frame's line, in every method
 *       of that name. Where lines are not comparable (the JDK's own classes without debug
 *       information, or another version of it), they are all of the method;
 *   <li>of these, those count that call a method named as the next inner frame. There is none if
 *       the call went through frames that dumps do not show, as lambdas do: then every call counts;
 *   <li>a monitor is held for certain if it is held at all of them, and possibly if it is at some.
 * </ol>
 */
final class FrameMatcher {

  private final FrameClasses classes;
  private final FrameSteps steps;

  FrameMatcher(FrameClasses classes) {
    this.classes = classes;
    this.steps = new FrameSteps(classes);
  }

  /** Finds the threads that may give what others wait for. */
  Givers givers(List<ThreadView> threads) {
    return new Givers(threads, classes, steps);
  }

  /** Finds the threads that may have a lock, at most so many for each. */
  LockOwners lockOwners(List<ThreadView> threads, int most) {
    return new LockOwners(threads, classes, steps, most);
  }

  /**
   * The sites whose monitor is held in a frame that called another one, the innermost region first.
   */
  List<Match> held(Frame frame, Frame called) {
    return classes
        .find(frame)
        .map(found -> held(found, steps.calling(steps.of(frame, found), called)))
        .orElse(List.of());
  }

  /** The sites whose monitor is held in a frame that runs. */
  List<Match> held(Frame frame) {
    return classes.find(frame).map(found -> held(found, steps.of(frame, found))).orElse(List.of());
  }

  private static List<Match> held(Found found, List<Candidates> candidates) {
    List<Match> matches = new ArrayList<>();
    long all = candidates.stream().mapToLong(c -> c.steps().size()).sum();
    long sure = 0;
    for (Candidates candidate : candidates) {
      for (MonitorSite site : found.sitesOf(candidate.method()).reversed()) {
        if (site.kind().enters()) {
          long holding =
              candidate.steps().stream()
                  .filter(step -> site.bci() < 0 || site.holdsAt(step.bci()))
                  .count();
          if (holding > 0) {
            sure += holding == all ? 0 : holding;
            matches.add(
                new Match(site(found, site), holding == all ? Evidence.LINE : Evidence.POSSIBLE));
          }
        }
      }
    }
    return sure == all && matches.stream().anyMatch(match -> !match.isSure())
        ? Match.oneOf(matches)
        : matches;
  }

  /** The sites whose monitor is held where a frame enters another one. */
  List<Match> heldAt(Frame frame, MonitorSite entered) {
    return classes
        .find(frame)
        .map(
            found ->
                found.sites().sites().stream()
                    .filter(site -> site.kind().enters() && entered.bci() >= 0)
                    .filter(site -> site.method().equals(entered.method()))
                    .filter(site -> site.descriptor().equals(entered.descriptor()))
                    .filter(site -> !site.equals(entered))
                    .filter(site -> site.bci() < 0 || site.holdsAt(entered.bci()))
                    .map(site -> new Match(site(found, site), Evidence.LINE))
                    .toList())
        .orElse(List.of());
  }

  /** The calls of {@code Object.wait} that a frame may be in. */
  List<HeldSite> waits(Frame frame) {
    return classes
        .find(frame)
        .map(
            found ->
                steps.of(frame, found).stream()
                    .flatMap(
                        candidate ->
                            found.sitesOf(candidate.method()).stream()
                                .filter(FrameMatcher::waits)
                                .filter(site -> candidate.hasStepAt(site.bci())))
                    .map(site -> site(found, site))
                    .toList())
        .orElse(List.of());
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

  /** The same for a call of {@code Thread.join}. */
  Optional<Waits.Limit> joinLimit(Frame frame) {
    return limit(frame, step -> step.name().equals("join"));
  }

  private Optional<Waits.Limit> limit(Frame frame, Predicate<Step> which) {
    List<Waits.Limit> limits =
        classes.find(frame).stream()
            .flatMap(found -> steps.of(frame, found).stream())
            .flatMap(
                candidate ->
                    candidate.steps().stream()
                        .filter(step -> step.calls() && which.test(step))
                        .map(candidate.method()::limit))
            .distinct()
            .toList();
    return limits.size() > 1 ? Optional.of(Waits.Limit.PERHAPS) : limits.stream().findFirst();
  }

  private static boolean waits(MonitorSite site) {
    return site.kind() == SiteKind.WAIT || site.kind() == SiteKind.TIMED_WAIT;
  }

  /**
   * The sites at whose entry the innermost frame may block. Interpreted code that blocks is shown
   * at the instruction behind the entry, which may be on another line.
   */
  List<HeldSite> entered(Frame frame) {
    return classes
        .find(frame)
        .map(
            found ->
                steps.of(frame, found).stream()
                    .flatMap(
                        candidate ->
                            found.sitesOf(candidate.method()).stream()
                                .filter(site -> site.kind().enters())
                                .filter(site -> mayEnter(site, frame, candidate, found)))
                    .map(site -> site(found, site))
                    .toList())
        .orElse(List.of());
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
                .flatMap(found -> steps.of(frame, found).stream())
                .flatMap(candidate -> candidate.steps().stream())
                .anyMatch(step -> step.calls() && step.name().startsWith("park"));
    return mayBeElse
        ? List.of()
        : entered(frame).stream()
            .filter(site -> site.site().decision().mode() != Mode.NATIVE)
            .toList();
  }

  private static boolean mayEnter(
      MonitorSite site, Frame frame, Candidates candidate, Found found) {
    if (site.bci() < 0) {
      return isAtStart(frame, candidate.method(), found);
    }
    return candidate.hasStepAt(site.bci())
        || found.sameLines() && candidate.method().lineBehind(site.bci()) == frame.line();
  }

  /** What is initialised before a class, by internal name. */
  Set<String> initialisedBefore(String type) {
    return classes.initialisedBefore(type);
  }

  /** Whether the class of a frame was found. */
  boolean knows(Frame frame) {
    return classes.find(frame).isPresent();
  }

  /** Which of some classes the innermost frame may have to initialise. */
  List<String> initialized(Frame frame, Set<String> types) {
    return classes
        .find(frame)
        .map(
            found ->
                steps.of(frame, found).stream()
                    .flatMap(candidate -> candidate.steps().stream())
                    .flatMap(
                        step -> types.stream().filter(type -> classes.mayInitialize(step, type)))
                    .distinct()
                    .toList())
        .orElse(List.of());
  }

  /** Whether the JVM, not the code of a frame, called the next inner one. */
  boolean isCalledByJvm(Frame frame, Frame called) {
    return classes
        .find(frame)
        .map(found -> steps.of(frame, found))
        .filter(candidates -> !candidates.isEmpty())
        .map(
            candidates ->
                candidates.stream()
                    .flatMap(candidate -> candidate.steps().stream())
                    .filter(Step::calls)
                    .noneMatch(
                        step ->
                            step.name().equals(called.method())
                                || step.kind() == Step.Kind.INTERFACE_CALL))
        .orElse(false);
  }

  private static boolean isAtStart(Frame frame, MethodCode method, Found found) {
    // A thread that blocks at the entry of a synchronized method is shown at its first line.
    return !found.sameLines() || frame.line() < 0 || method.firstLine() == frame.line();
  }

  private static HeldSite site(Found found, MonitorSite site) {
    return new HeldSite(found.library(), found.sites().sourceFile(), site);
  }
}
