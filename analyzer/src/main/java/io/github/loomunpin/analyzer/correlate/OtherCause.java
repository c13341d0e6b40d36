// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Unexplained.Reason;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import java.util.List;

/**
 * What else a stack says about a pin: another cause besides monitors, or else why no monitor was
 * found.
 *
 * @param pins whether this alone pins the thread
 */
record OtherCause(Reason reason, String detail, boolean pins) {

  /** HotSpot waits for a class initialisation on an int array of its own. */
  private static final String INIT_LOCK = "[I";

  static OtherCause of(PinGroup pin, SiteLookup lookup, boolean agentConverts) {
    List<Frame> frames = pin.stack().frames();
    if (!pin.cause().pinnedReason().isEmpty()) {
      return new OtherCause(
          Reason.NOT_A_MONITOR, "the JVM says: " + pin.cause().pinnedReason(), true);
    }
    if (frames.isEmpty()) {
      return new OtherCause(Reason.NO_STACK, "recorded without a stack", false);
    }
    if (waitsForClass(pin)) {
      return new OtherCause(
          Reason.CLASS_INITIALIZER, "waits for another thread to initialise a class", true);
    }
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      if (frame.isClassInitializer()) {
        return new OtherCause(
            Reason.CLASS_INITIALIZER, "in the static initialiser of " + name(frame), true);
      }
      if (isNativeCall(frames, depth)) {
        return new OtherCause(
            Reason.NATIVE_FRAME,
            "called through the native method " + name(frame) + "." + frame.method(),
            true);
      }
    }
    if (pin.stack().truncated()) {
      return new OtherCause(
          Reason.TRUNCATED_STACK,
          "the stack ends after "
              + frames.size()
              + " frames; record with -XX:FlightRecorderOptions:stackdepth=256 or more",
          false);
    }
    return withoutHolder(frames, lookup, agentConverts);
  }

  private static boolean waitsForClass(PinGroup pin) {
    boolean inObjectWait = pin.stack().frames().getFirst().className().equals("java/lang/Object");
    return pin.kind() == PinKind.WAITING
        && pin.cause().monitorClass().equals(INIT_LOCK)
        && !inObjectWait;
  }

  private static OtherCause withoutHolder(
      List<Frame> frames, SiteLookup lookup, boolean agentConverts) {
    if (frames.stream().anyMatch(lookup::isMissing)) {
      return new OtherCause(
          Reason.NOT_ON_CLASS_PATH, "classes on the stack are not on the class path", false);
    }
    return agentConverts
        ? new OtherCause(
            Reason.ALL_CONVERTED, "no monitor that the agent left native is on the stack", false)
        : new OtherCause(
            Reason.NO_HOLDER,
            lookup.looksAtJdk()
                ? "no frame is at a place where a monitor is held"
                : "no frame of the application is at a place where a monitor is held",
            false);
  }

  private static boolean isNativeCall(List<Frame> frames, int depth) {
    // The innermost native frame is what blocks, and the outermost is how every virtual thread
    // starts; one in between called back into Java.
    Frame frame = frames.get(depth);
    return frame.isNative()
        && depth > 0
        && !frame.className().equals("jdk/internal/vm/Continuation");
  }

  private static String name(Frame frame) {
    return frame.className().replace('/', '.');
  }
}
