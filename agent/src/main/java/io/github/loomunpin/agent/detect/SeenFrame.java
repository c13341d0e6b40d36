// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.StackFrame;

/**
 * A frame of a stack that the JVM has shown.
 *
 * @param descriptor empty if it was not shown
 * @param loader what tells class loaders apart: class and name; empty if that is not known
 */
record SeenFrame(
    String className,
    String method,
    String descriptor,
    int bci,
    int line,
    boolean jdk,
    boolean isNative,
    String loader)
    implements StackFrame {

  SeenFrame with(String known) {
    return new SeenFrame(className, method, known, bci, line, jdk, isNative, loader);
  }

  String type() {
    return className.replace('/', '.');
  }

  @Override
  public String toString() {
    return type() + "." + method + (line < 0 ? "" : ":" + line);
  }
}
