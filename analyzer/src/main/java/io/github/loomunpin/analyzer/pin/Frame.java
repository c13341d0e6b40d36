// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.sight.StackFrame;

/**
 * One frame of a recorded stack.
 *
 * @param className internal name
 * @param bci bytecode index in the loaded class, which an agent may have rewritten; -1 if unknown
 * @param line -1 if unknown
 * @param jdk whether the class belongs to the boot or platform loader
 * @param isNative whether the method is native
 * @param access flags of the method of the loaded class; -1 if unknown
 */
public record Frame(
    String className,
    String method,
    String descriptor,
    int bci,
    int line,
    boolean jdk,
    boolean isNative,
    int access)
    implements StackFrame {

  /** A frame of a method whose flags are not known. */
  public Frame(
      String className,
      String method,
      String descriptor,
      int bci,
      int line,
      boolean jdk,
      boolean isNative) {
    this(className, method, descriptor, bci, line, jdk, isNative, -1);
  }

  /** The same frame at another line. */
  public Frame at(int other) {
    return new Frame(className, method, descriptor, bci, other, jdk, isNative, access);
  }

  /** Compares as a record's own {@code equals} would, which takes the JVM long to make. */
  @Override
  public boolean equals(Object object) {
    return this == object
        || object instanceof Frame other
            && bci == other.bci
            && line == other.line
            && jdk == other.jdk
            && isNative == other.isNative
            && access == other.access
            && method.equals(other.method)
            && className.equals(other.className)
            && descriptor.equals(other.descriptor);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * className.hashCode() + method.hashCode()) + bci) + line;
  }
}
