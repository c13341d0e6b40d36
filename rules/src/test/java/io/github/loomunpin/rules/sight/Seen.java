// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** A frame as a test has it. */
record Seen(
    String className,
    String method,
    String descriptor,
    int bci,
    int line,
    boolean isNative,
    boolean jdk)
    implements StackFrame {

  Seen asNative() {
    return new Seen(className, method, descriptor, bci, line, true, jdk);
  }
}
