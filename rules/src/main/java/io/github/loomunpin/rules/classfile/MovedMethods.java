// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

/** The names of methods to which the agent has moved the code of others. */
public final class MovedMethods {

  /**
   * Stands before the name of the method that had the code; of native methods, whose code the JVM
   * then still finds ({@code Instrumentation.setNativeMethodPrefix}), as of others.
   */
  public static final String PREFIX = "$loomUnpin$";

  private MovedMethods() {}

  /** The name of a method as its source has it. */
  public static String inSource(String method) {
    return method.startsWith(PREFIX) ? method.substring(PREFIX.length()) : method;
  }
}
