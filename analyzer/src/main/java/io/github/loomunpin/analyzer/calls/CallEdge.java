// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/** An edge of the call graph: a call from a method. */
public record CallEdge(Method caller, Via via, CallSite call, CallTargets targets) {

  /** The method called, as the code names it. */
  public MethodRef called() {
    return call.called();
  }

  /** The index of the instruction. */
  public int bci() {
    return call.bci();
  }

  /** The line of the source; -1 when the class file does not say. */
  public int line() {
    return call.line();
  }

  /** The same call if users of the code give it what is on the class path. */
  public CallEdge implementedBy(CallTargets given) {
    return new CallEdge(caller, Via.IMPLEMENTATION, call, given);
  }

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
