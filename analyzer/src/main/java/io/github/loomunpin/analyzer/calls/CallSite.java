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
record CallSite(
    How how,
    MethodRef method,
    int bci,
    int line,
    List<AbstractValue> receivers,
    List<List<AbstractValue>> arguments,
    List<KnownArgument> given) {

  /** One that no instruction makes. */
  static CallSite virtual(MethodRef method) {
    return new CallSite(How.VIRTUAL, method, -1, -1, List.of(), List.of(), List.of());
  }

  /** The same with what is known of the caller's own parameters. */
  CallSite with(List<KnownArgument> known) {
    return given.stream().allMatch(KnownArgument::isKnown)
        ? this
        : new CallSite(
            how, method, bci, line, receivers, arguments, KnownArgument.with(given, known));
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
  record KnownArgument(int parameter, AbstractValue value) {

    /** Whether it is the same whoever calls the caller. */
    boolean isKnown() {
      return value.kind() != AbstractValue.Kind.PARAMETER;
    }

    /** What a list has for a parameter; {@link AbstractValue#UNKNOWN} if nothing. */
    static AbstractValue of(List<KnownArgument> all, int parameter) {
      for (KnownArgument given : all) {
        if (given.parameter == parameter) {
          return given.value;
        }
      }
      return AbstractValue.UNKNOWN;
    }

    /** The same with what the caller's own parameters are known to be. */
    static List<KnownArgument> with(List<KnownArgument> all, List<KnownArgument> known) {
      List<KnownArgument> more = new ArrayList<>(all.size());
      for (KnownArgument given : all) {
        AbstractValue value =
            given.isKnown() ? AbstractValue.UNKNOWN : of(known, given.value.index());
        more.add(
            value == AbstractValue.UNKNOWN ? given : new KnownArgument(given.parameter, value));
      }
      return List.copyOf(more);
    }
  }
}
