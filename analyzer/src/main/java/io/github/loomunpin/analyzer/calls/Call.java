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
 * @param given what may decide what the method does
 */
record Call(
    How how,
    MethodRef method,
    int bci,
    int line,
    List<Origin> receivers,
    List<List<Origin>> arguments,
    List<Given> given) {

  /** One that no instruction makes. */
  static Call virtual(MethodRef method) {
    return new Call(How.VIRTUAL, method, -1, -1, List.of(), List.of(), List.of());
  }

  /** The same with what is known of the caller's own parameters. */
  Call with(List<Given> known) {
    return given.stream().allMatch(Given::isKnown)
        ? this
        : new Call(how, method, bci, line, receivers, arguments, Given.with(given, known));
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
