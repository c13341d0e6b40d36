// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
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

  /**
   * What a call gives for a parameter, if that may decide what the method does: a constant, a
   * constant of an enum, a stream that is none of a socket's, or a parameter of the caller's own.
   *
   * @param parameter with {@code this} as the first, which stands for the stream that an operation
   *     of the JDK is called on, or that a stream of the JDK is made around
   */
  record Given(int parameter, Origin value) {

    /** Whether it is the same whoever calls the caller. */
    boolean isKnown() {
      return value.kind() != Origin.Kind.PARAMETER;
    }

    /** What a list has for a parameter; {@link Origin#UNKNOWN} if nothing. */
    static Origin of(List<Given> all, int parameter) {
      for (Given given : all) {
        if (given.parameter == parameter) {
          return given.value;
        }
      }
      return Origin.UNKNOWN;
    }

    /** The same with what the caller's own parameters are known to be. */
    static List<Given> with(List<Given> all, List<Given> known) {
      List<Given> more = new ArrayList<>(all.size());
      for (Given given : all) {
        Origin value = given.isKnown() ? Origin.UNKNOWN : of(known, given.value.index());
        more.add(value == Origin.UNKNOWN ? given : new Given(given.parameter, value));
      }
      return List.copyOf(more);
    }
  }
}
