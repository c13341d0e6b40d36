// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;

/**
 * A place in code that runs another method.
 *
 * @param bci of the instruction
 * @param line of the source; -1 when the class file does not say
 * @param receivers the objects it may be called on; empty if nothing is known of them
 * @param arguments one entry for each, empty if nothing is known of any
 */
record Call(
    How how,
    MethodRef method,
    int bci,
    int line,
    List<Origin> receivers,
    List<List<Origin>> arguments) {

  /** One that no instruction makes. */
  static Call virtual(MethodRef method) {
    return new Call(How.VIRTUAL, method, -1, -1, List.of(), List.of());
  }

  enum How {
    /** Of one method: static, special. */
    EXACT,
    /** Of what overrides it. */
    VIRTUAL,
    /** The initialiser of a class that is used. */
    INITIALISER
  }
}
