// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.StackFrame;
import java.util.List;
import java.util.Optional;

/**
 * What a thread did when it pinned: the call into the JDK that blocked, and who made it.
 *
 * @param call binary name and method, or what it did where there was no call
 * @param caller the first frame outside the JDK, if the stack has one
 */
public record BlockedIn(String call, Optional<Frame> caller, PinTally tally) {

  /**
   * @param initialized the class that the thread waits for, in words, if it waits for one
   */
  static BlockedIn of(PinGroup pin, Optional<String> initialized) {
    if (initialized.isPresent()) {
      List<Frame> frames = pin.stack().frames();
      return new BlockedIn(
          "the initialization of " + initialized.get(),
          at(frames, StackFrame.callerDepth(frames)),
          pin.tally());
    }
    return of(pin.kind(), pin.stack(), pin.tally());
  }

  static BlockedIn of(PinKind kind, Stack stack, PinTally tally) {
    List<Frame> frames = stack.frames();
    int caller = StackFrame.callerDepth(frames);
    if (kind == PinKind.BLOCKED) {
      return new BlockedIn("monitor entry", at(frames, caller), tally);
    }
    if (caller == 0 && !frames.isEmpty()) {
      // Some events of JDK 25 begin behind the frames of the JDK.
      return new BlockedIn(javaName(frames.getFirst()), at(frames, 1), tally);
    }
    // Without any frame of the application the innermost call that is not machinery must do.
    int called = caller < frames.size() ? caller - 1 : firstBeyondParking(frames);
    String call = called < 0 ? "?" : javaName(frames.get(called));
    return new BlockedIn(call, at(frames, caller), tally);
  }

  private static Optional<Frame> at(List<Frame> frames, int index) {
    return index < frames.size() ? Optional.of(frames.get(index)) : Optional.empty();
  }

  private static int firstBeyondParking(List<Frame> frames) {
    for (int i = 0; i < frames.size(); i++) {
      String name = frames.get(i).className();
      boolean parking =
          name.equals("java/lang/VirtualThread")
              || name.startsWith("java/lang/System$")
              || name.startsWith("jdk/internal/");
      if (!parking) {
        return i;
      }
    }
    return frames.isEmpty() ? -1 : 0;
  }

  private static String javaName(Frame frame) {
    return frame.className().replace('/', '.') + "." + frame.method();
  }

  boolean isSameAs(BlockedIn other) {
    return call.equals(other.call)
        && caller.map(BlockedIn::place).equals(other.caller.map(BlockedIn::place));
  }

  /** Calls on one line are the same for people. */
  private static String place(Frame frame) {
    return frame.className() + "." + frame.method() + frame.descriptor() + ":" + frame.line();
  }

  BlockedIn plus(BlockedIn other) {
    return new BlockedIn(call, caller, tally.plus(other.tally));
  }
}
