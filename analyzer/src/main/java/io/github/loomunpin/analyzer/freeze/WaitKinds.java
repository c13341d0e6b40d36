// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.Waits.Kind;
import io.github.loomunpin.analyzer.freeze.Waits.Limit;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.sight.LockWait;
import java.util.List;
import java.util.Optional;

/** What ends a wait, by the frames of the JDK that a thread waits in. */
final class WaitKinds {

  /** Begins with a class, and the method if it is of one that does several things. */
  private record Rule(String type, String method, Kind kind) {

    boolean fits(Frame frame) {
      return frame.className().startsWith(type) && frame.method().startsWith(method);
    }
  }

  /** The first rule that fits the innermost frame that any fits. */
  private static final List<Rule> RULES =
      List.of(
          new Rule("java/lang/Thread", "sleep", Kind.TIME),
          new Rule("java/lang/VirtualThread", "sleep", Kind.TIME),
          new Rule("java/lang/Thread", "join", Kind.TASK),
          new Rule("java/lang/VirtualThread", "join", Kind.TASK),
          new Rule("java/lang/Object", "wait", Kind.NOTIFICATION),
          new Rule(OwnClasses.RUNTIME + "BlockingEnter", "", Kind.LOCK),
          new Rule("java/lang/ref/", "", Kind.OTHER),
          new Rule("java/util/concurrent/FutureTask", "", Kind.TASK),
          new Rule("java/util/concurrent/CompletableFuture", "", Kind.TASK),
          new Rule("java/util/concurrent/ForkJoinTask", "", Kind.TASK),
          new Rule("java/util/concurrent/ThreadPerTaskExecutor", "", Kind.TASK),
          new Rule("java/util/concurrent/StructuredTaskScope", "", Kind.TASK),
          new Rule("jdk/internal/misc/ThreadFlock", "", Kind.TASK),
          new Rule(
              "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
              "",
              Kind.SIGNAL),
          new Rule("sun/nio/", "", Kind.IO),
          new Rule("java/net/", "", Kind.IO),
          new Rule("java/io/", "", Kind.IO));

  /** Waits on a condition of its own. */
  private static final Rule PROCESS = new Rule("java/lang/Process", "waitFor", Kind.IO);

  private WaitKinds() {}

  /**
   * @param jdk frames of the JDK, innermost first
   */
  static Kind of(List<Frame> jdk) {
    if (jdk.stream().anyMatch(PROCESS::fits)) {
      return PROCESS.kind();
    }
    if (LockWait.isIn(jdk)) {
      return Kind.LOCK;
    }
    for (Frame frame : jdk) {
      Optional<Rule> rule = RULES.stream().filter(candidate -> candidate.fits(frame)).findFirst();
      if (rule.isPresent()) {
        return rule.get().kind();
      }
    }
    return jdk.stream().anyMatch(frame -> frame.className().startsWith("java/util/concurrent/"))
        ? Kind.SIGNAL
        : Kind.OTHER;
  }

  /**
   * Whether time ends a wait, whatever else may: then who waits goes on, and may come back to the
   * same place.
   */
  static Limit limit(Kind kind, List<Frame> frames, FrameMatcher matcher) {
    if (waitsAgain(frames)) {
      return Limit.NONE;
    }
    if (kind == Kind.NOTIFICATION) {
      return ofObjectWait(frames, matcher);
    }
    boolean timed =
        kind == Kind.TIME
            || count(frames, "java/lang/VirtualThread", "parkNanos") > 0
            || count(frames, "java/util/concurrent/locks/LockSupport", "parkNanos") > 0
            || count(frames, "java/util/concurrent/locks/LockSupport", "parkUntil") > 0;
    return timed ? Limit.TIME : Limit.NONE;
  }

  /** {@code Object.wait()} calls {@code wait(0)}, which is one frame more. */
  private static Limit ofObjectWait(List<Frame> frames, FrameMatcher matcher) {
    boolean direct = count(frames, "java/lang/Object", "wait") == 1;
    Optional<Frame> caller =
        frames.stream().filter(frame -> !frame.className().equals("java/lang/Object")).findFirst();
    if (caller.filter(frame -> frame.method().equals("timedWait")).isPresent()) {
      return Limit.TIME;
    }
    boolean joins =
        caller
            .filter(frame -> frame.className().equals("java/lang/Thread"))
            .filter(frame -> frame.method().equals("join"))
            .isPresent();
    return (joins
            ? frames.stream().filter(frame -> !frame.jdk()).findFirst().flatMap(matcher::joinLimit)
            : caller
                .filter(frame -> !frame.jdk())
                .flatMap(frame -> matcher.waitLimit(frame, direct)))
        .orElse(direct ? Limit.PERHAPS : Limit.NONE);
  }

  /**
   * Methods of the JDK that wait for a time, again and again, until what they wait for is there.
   */
  private static boolean waitsAgain(List<Frame> frames) {
    return frames.stream()
        .takeWhile(Frame::jdk)
        .anyMatch(
            frame ->
                frame.className().startsWith("java/io/Piped")
                    || frame.method().equals("close")
                        && frame.className().startsWith("java/util/concurrent/"));
  }

  private static long count(List<Frame> frames, String type, String method) {
    return frames.stream()
        .takeWhile(Frame::jdk)
        .filter(frame -> frame.className().equals(type) && frame.method().equals(method))
        .count();
  }
}
