// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What virtual threads are doing while they have a carrier. */
final class CarriedStacks {

  private static final String LOCKS = "java/util/concurrent/locks/";

  private CarriedStacks() {}

  /**
   * How a thread keeps its carrier.
   *
   * @param computes whether it runs code, and is not blocked
   */
  record Carried(String name, SeenPin pin, boolean computes) {

    boolean waitsForLock() {
      if (pin.kind() != PinKind.PARKED || computes) {
        return false;
      }
      for (SeenFrame frame : pin.frames()) {
        if (!frame.jdk()) {
          return false;
        }
        // Latches and semaphores use the same queue, and conditions are awaited in it.
        if (frame.className().startsWith(LOCKS + "Reentrant")
            || frame.className().startsWith(LOCKS + "StampedLock")) {
          return true;
        }
      }
      return false;
    }

    boolean waitsForMonitor() {
      return pin.kind() == PinKind.BLOCKED && pin.ofClass() != ClassWait.YES;
    }
  }

  /** Stops the thread for a moment, and no other. */
  static Carried of(Thread carrier, Thread virtual) {
    Thread.State state = carrier.getState();
    List<SeenFrame> frames = new ArrayList<>();
    for (StackTraceElement element : virtual.getStackTrace()) {
      frames.add(frame(element));
    }
    boolean inNative = !frames.isEmpty() && frames.get(0).isNative();
    boolean inObject = !frames.isEmpty() && frames.get(0).className().equals("java/lang/Object");
    boolean computes = state == Thread.State.RUNNABLE && !inNative;
    PinKind kind =
        state == Thread.State.BLOCKED
            ? PinKind.BLOCKED
            : inObject ? PinKind.WAITING : PinKind.PARKED;
    ClassWait ofClass = computes ? ClassWait.NO : ClassWait.seen(kind, frames);
    return new Carried(
        virtual.getName(), new SeenPin(kind, "", ofClass, List.copyOf(frames), false), computes);
  }

  private static SeenFrame frame(StackTraceElement element) {
    return new SeenFrame(
        element.getClassName().replace('.', '/'),
        element.getMethodName(),
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
}
