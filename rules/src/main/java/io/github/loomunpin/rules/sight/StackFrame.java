// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;
import java.util.Optional;

/** One frame of a stack that somebody has seen, wherever that was. */
public interface StackFrame {

  /** Internal name. */
  String className();

  String method();

  String descriptor();

  /** Bytecode index in the loaded class, which an agent may have rewritten; -1 if unknown. */
  int bci();

  /** -1 if unknown. */
  int line();

  /** Whether the class belongs to the boot or platform loader. */
  boolean jdk();

  boolean isNative();

  /** Access flags of the method of the loaded class; -1 if unknown. */
  default int access() {
    return -1;
  }

  /**
   * The code of the application that called the JDK: the first frame whose class is not the JDK's.
   *
   * @param frames innermost first
   * @param from depth of the first frame that is looked at
   */
  static <F extends StackFrame> Optional<F> caller(List<F> frames, int from) {
    return frames.stream().skip(from).filter(frame -> !frame.jdk()).findFirst();
  }

  /**
   * The depth of the code of the application that called the JDK; the number of frames if all are
   * of the JDK.
   *
   * @param frames innermost first
   */
  static int callerDepth(List<? extends StackFrame> frames) {
    int depth = 0;
    while (depth < frames.size() && frames.get(depth).jdk()) {
      depth++;
    }
    return depth;
  }

  default boolean isClassInitializer() {
    return method().equals("<clinit>");
  }
}
