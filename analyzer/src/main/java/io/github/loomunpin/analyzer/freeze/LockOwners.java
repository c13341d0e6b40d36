// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Candidates;
import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.LocksFromCallees.Lock;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The threads that may have a lock of {@code java.util.concurrent}, which dumps do not tell: they
 * stand between locking and unlocking, or behind a call that returned with it. Thousands may wait
 * for one lock, so that the threads are looked through once for each lock and not for each that
 * waits.
 */
final class LockOwners {

  private final Map<String, List<ThreadView>> inType = new HashMap<>();
  private final Map<Lock, List<ThreadView>> known = new HashMap<>();

  private final List<ThreadView> threads;
  private final LocksFromCallees returned;
  private final FrameClasses classes;
  private final int most;

  LockOwners(List<ThreadView> threads, FrameClasses classes, int most) {
    this.threads = threads;
    this.classes = classes;
    this.returned = new LocksFromCallees(classes);
    this.most = most;
    for (ThreadView thread : threads) {
      thread.stack().frames().stream()
          .filter(frame -> !frame.jdk())
          .map(LockOwners::type)
          .distinct()
          .forEach(type -> inType.computeIfAbsent(type, t -> new ArrayList<>()).add(thread));
    }
  }

  /** At most so many as were asked for, perhaps with the thread of the frame that locks. */
  List<ThreadView> of(Frame caller) {
    return known.computeIfAbsent(new Lock(type(caller), lockField(caller)), this::find);
  }

  private List<ThreadView> find(Lock lock) {
    Set<ThreadView> between = Collections.newSetFromMap(new IdentityHashMap<>());
    inType.getOrDefault(lock.type(), List.of()).stream()
        .filter(thread -> mayHave(thread, lock))
        .forEach(between::add);
    return threads.stream()
        .filter(thread -> between.contains(thread) || returned.mayHave(thread, lock))
        .limit(most)
        .toList();
  }

  /**
   * Whether the lock that a frame takes may be had by a thread whose stack does not tell, since the
   * method that takes it returns with it.
   */
  boolean mayBeUnseen(Frame caller) {
    return returned.returnsWithLock(caller);
  }

  private boolean mayHave(ThreadView thread, Lock lock) {
    List<Frame> frames = thread.stack().frames();
    return IntStream.range(0, frames.size())
        .filter(depth -> !frames.get(depth).jdk() && type(frames.get(depth)).equals(lock.type()))
        .anyMatch(
            depth ->
                depth == 0
                    ? hasLocked(frames.get(0), lock.field())
                    : hasLocked(frames.get(depth), frames.get(depth - 1), lock.field()));
  }

  /**
   * Whether a frame that runs stands between a call that locks and one that unlocks.
   *
   * @param field that has the lock, empty if it is not known
   */
  private boolean hasLocked(Frame frame, String field) {
    return classes
        .find(frame)
        .map(found -> hasLocked(classes.steps(frame, found), field))
        .orElse(false);
  }

  /** Whether a frame that called another one did so between locking and unlocking. */
  private boolean hasLocked(Frame frame, Frame called, String field) {
    // A condition gives the lock up.
    return !isConditionWait(called)
        && classes
            .find(frame)
            .map(found -> hasLocked(callingOrEntering(frame, found, called), field))
            .orElse(false);
  }

  /** Dumps do not show the frames of the agent's locks: at their entry, a line calls nothing. */
  private List<Candidates> callingOrEntering(Frame frame, Found found, Frame called) {
    List<Candidates> here = classes.steps(frame, found);
    List<Candidates> calling = classes.stepsCalling(frame, called, found);
    return calling.isEmpty() ? here : calling;
  }

  private static boolean isConditionWait(Frame called) {
    return called.method().startsWith("await") && called.className().contains("Condition");
  }

  private static boolean hasLocked(List<Candidates> candidates, String field) {
    return candidates.stream()
        .anyMatch(
            candidate ->
                candidate.steps().stream()
                    .flatMap(step -> candidate.method().locked(step.bci()).stream())
                    .anyMatch(
                        locked -> locked.isEmpty() || field.isEmpty() || locked.equals(field)));
  }

  /** The name of the field whose lock a frame takes; empty if that is not known. */
  private String lockField(Frame frame) {
    List<String> fields =
        classes.find(frame).stream()
            .flatMap(found -> classes.steps(frame, found).stream())
            .flatMap(
                candidate ->
                    candidate.steps().stream()
                        .filter(Step::takesLock)
                        .map(candidate.method()::lockField))
            .distinct()
            .toList();
    return fields.size() == 1 ? fields.getFirst() : "";
  }

  private static String type(Frame frame) {
    return MonitorKeys.outermost(frame.className());
  }
}
