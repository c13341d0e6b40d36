// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Stack traces as outcomes. */
final class Frames {
  private Frames() {}

  /** The class of the throwable and the first frame that is not one of Object's own methods. */
  static String topOf(Throwable e) {
    return e.getClass().getName()
        + " at "
        + Arrays.stream(e.getStackTrace())
            .filter(frame -> !frame.getClassName().equals("java.lang.Object"))
            .findFirst()
            .map(Frames::text)
            .orElse("nowhere");
  }

  /** The class of the throwable and all frames of the torture programs, with their lines. */
  static String allOf(Throwable e) {
    return e.getClass().getName() + " at " + own(e.getStackTrace());
  }

  /** The frames of the torture programs, with their lines. */
  static String own(StackTraceElement[] trace) {
    return Arrays.stream(trace)
        .filter(frame -> frame.getClassName().startsWith("io.github.loomunpin."))
        .map(Frames::text)
        .collect(Collectors.joining(" < "));
  }

  private static String text(StackTraceElement frame) {
    String simple = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
    return simple + "." + frame.getMethodName() + ":" + frame.getLineNumber();
  }
}
