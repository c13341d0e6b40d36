// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.LockWait;
import io.github.loomunpin.rules.sight.NativeWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a virtual thread does while it has a carrier. */
record Carried(SeenPin pin, Work work) {

  /** A thread that blocks now and then uses far less of a processor. */
  private static final double COMPUTES = 0.05;

  /** A thread that only waits uses nothing. */
  private static final double WAITS = 0.01;

  /** Whether it runs code. */
  enum Work {
    COMPUTES,
    /** The JVM has no state of its own for a thread that waits for a class. */
    UNKNOWN,
    BLOCKED
  }

  /**
   * Looks at a thread, and stops it for a moment, and no other.
   *
   * @param share of a processor that the carrier has used; empty if nobody knows
   */
  static Carried of(Thread carrier, Thread virtual, OptionalDouble share) {
    return of(carrier.getState(), virtual.getStackTrace(), share);
  }

  static Carried of(Thread.State state, StackTraceElement[] stack, OptionalDouble share) {
    List<SeenFrame> frames = new ArrayList<>();
    for (StackTraceElement element : stack) {
      frames.add(frame(element));
    }
    boolean inObject = !frames.isEmpty() && frames.get(0).className().equals("java/lang/Object");
    PinKind kind =
        state == Thread.State.BLOCKED
            ? PinKind.BLOCKED
            : inObject ? PinKind.WAITING : PinKind.PARKED;
    Work work = work(state, frames, share);
    ClassWait ofClass = work == Work.BLOCKED ? ClassWait.seen(kind, frames) : ClassWait.NO;
    return new Carried(new SeenPin(kind, "", ofClass, List.copyOf(frames), false), work);
  }

  private static Work work(Thread.State state, List<SeenFrame> frames, OptionalDouble share) {
    boolean inNative = !frames.isEmpty() && frames.get(0).isNative();
    boolean runs = state == Thread.State.RUNNABLE;
    if (share.isPresent()) {
      // Java code that runs is either computing or waits for a class, and then uses nothing.
      double computes = runs && !inNative ? WAITS : COMPUTES;
      return share.getAsDouble() >= computes ? Work.COMPUTES : Work.BLOCKED;
    }
    if (!runs || inNative && NativeWait.mayBeIn(frames.get(0))) {
      return Work.BLOCKED;
    }
    return inNative ? Work.COMPUTES : Work.UNKNOWN;
  }

  private static SeenFrame frame(StackTraceElement element) {
    return new SeenFrame(
        element.getClassName().replace('.', '/'),
        MovedMethods.inSource(element.getMethodName()),
        "",
        -1,
        element.getLineNumber() < 0 ? -1 : element.getLineNumber(),
        isOfJdk(element.getModuleName()),
        element.isNativeMethod(),
        "");
  }

  /** Whether a module's classes are those of the boot or platform loader. */
  private static boolean isOfJdk(String module) {
    Optional<Module> found =
        module == null ? Optional.empty() : ModuleLayer.boot().findModule(module);
    if (found.isEmpty()) {
      return false;
    }
    ClassLoader loader = found.get().getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** What is to blame, where the stack alone does not tell. */
  Optional<Blame> blame() {
    return switch (work) {
      case COMPUTES -> Optional.of(Blame.unknown("computes"));
      case UNKNOWN ->
          Optional.of(
              Blame.unknown("computes, or waits for a class that another thread initializes"));
      case BLOCKED -> Optional.empty();
    };
  }

  boolean waitsForLock() {
    return pin.kind() == PinKind.PARKED && work == Work.BLOCKED && LockWait.isIn(pin.frames());
  }

  boolean waitsForMonitor() {
    return pin.kind() == PinKind.BLOCKED && work == Work.BLOCKED && pin.ofClass() != ClassWait.YES;
  }
}
