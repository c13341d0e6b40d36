// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * One frame of a recorded stack.
 *
 * @param className internal name
 * @param bci bytecode index in the loaded class, which an agent may have rewritten; -1 if unknown
 * @param line -1 if unknown
 * @param jdk whether the class belongs to the boot or platform loader
 * @param isNative whether the method is native
 */
public record Frame(
    String className,
    String method,
    String descriptor,
    int bci,
    int line,
    boolean jdk,
    boolean isNative) {

  public boolean isClassInitializer() {
    return method.equals("<clinit>");
  }
}
