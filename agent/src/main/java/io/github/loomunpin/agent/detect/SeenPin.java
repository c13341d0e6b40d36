// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.List;
import java.util.Optional;

/**
 * A pin as the JVM has told of it.
 *
 * @param kind how the thread blocked
 * @param reason what the JVM says pinned it; empty if it says nothing
 * @param ofClass whether it waited for another thread to initialise a class; the code of the
 *     innermost frame may tell more
 * @param frames innermost first
 * @param truncated whether there were more
 */
record SeenPin(
    PinKind kind, String reason, ClassWait ofClass, List<SeenFrame> frames, boolean truncated) {

  /** The innermost frame that initialises a class. */
  Optional<SeenFrame> initialiser() {
    for (SeenFrame frame : frames) {
      if (frame.isClassInitializer()) {
        return Optional.of(frame);
      }
    }
    return Optional.empty();
  }

  /** The innermost native frame that has called Java code. */
  Optional<SeenFrame> nativeFrame() {
    for (int depth = 1; depth < frames.size(); depth++) {
      SeenFrame frame = frames.get(depth);
      // The outermost native frame is how every virtual thread starts.
      if (frame.isNative() && !frame.className().equals("jdk/internal/vm/Continuation")) {
        return Optional.of(frame);
      }
    }
    return Optional.empty();
  }
}
