// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/**
 * An edge of the call graph: a call from a method.
 *
 * @param called as the code names it
 * @param bci of the instruction
 * @param line of the source; -1 when the class file does not say
 */
public record CallEdge(
    Method caller, Via via, MethodRef called, int bci, int line, CallTargets targets) {

  /** How the call comes about. */
  public enum Via {
    CALL,
    /** The method called runs a function that it is given. */
    FUNCTION,
    /** A map or collection of the JDK runs a function while it holds a monitor. */
    MAP_FUNCTION,
    /** A map of the JDK runs a function under a monitor that the agent leaves native. */
    TABLE_FUNCTION,
    /** The JDK may run a function that it is given. */
    CALLBACK,
    /** Native code may run a method of an object that it is given. */
    NATIVE,
    /** A dynamic proxy has its handler do it. */
    PROXY,
    /** Nothing on the class path implements the interface. */
    UNIMPLEMENTED,
    /** A user of the library passes the function. */
    OPEN_WORLD,
    /** Code on the class path is one of the functions that a user of the library may pass. */
    IMPLEMENTATION,
    /** A class is initialized. */
    INITIALIZER
  }
}
