// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import java.util.List;

/** What keeps carriers besides monitors, in the words of the log. */
final class KeeperWords {

  private KeeperWords() {}

  /** Says what keeps a thread where no monitor does. */
  static String alone(CarrierKeeper keeper, List<SeenFrame> frames) {
    return keeper.kind() == Kind.CLASS_WAIT
        ? "waits for another thread to initialize a class"
        : beside(keeper, frames);
  }

  /** Says where a thread is that a monitor keeps as well. */
  static String beside(CarrierKeeper keeper, List<SeenFrame> frames) {
    SeenFrame frame = frames.get(keeper.depth());
    return switch (keeper.kind()) {
      case CLASS_WAIT -> "while it waits for another thread to initialize a class";
      case CLASS_INITIALIZER -> "in the static initializer of " + frame.type();
      case CLASS_LOADING ->
          "while the JVM has " + frame.type() + "." + frame.method() + " load a class";
      case CALL_LINKING -> "while the JVM links a call";
      case CLASS_TRANSFORMATION -> "while the JVM lets Java agents transform a class";
      case NATIVE_FRAME -> "under the native method " + frame;
      case FOREIGN_FUNCTION -> "under a foreign function, called through a method handle";
    };
  }
}
