// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.LockWait;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a virtual thread does while it has a carrier. */
record Carried(SeenPin pin, ThreadWork work) {

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
    ThreadWork work = ThreadWork.of(state, frames.stream().findFirst(), share);
    ClassWait ofClass = work == ThreadWork.BLOCKED ? ClassWait.seen(kind, frames) : ClassWait.NO;
    return new Carried(new SeenPin(kind, "", ofClass, List.copyOf(frames), false), work);
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
    return work == ThreadWork.BLOCKED ? Optional.empty() : Optional.of(Blame.unknown(work.words()));
  }

  boolean waitsForLock() {
    return pin.kind() == PinKind.PARKED
        && work == ThreadWork.BLOCKED
        && LockWait.isIn(pin.frames());
  }

  boolean waitsForMonitor() {
    return pin.kind() == PinKind.BLOCKED
        && work == ThreadWork.BLOCKED
        && pin.ofClass() != ClassWait.YES;
  }
}
