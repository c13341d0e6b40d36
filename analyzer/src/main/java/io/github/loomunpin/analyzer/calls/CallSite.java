// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in code that calls a method.
 *
 * @param bci of the instruction
 * @param line of the source; -1 when the class file does not say
 * @param receivers the objects it may be called on; empty if nothing is known of them
 * @param arguments one entry for each, empty if nothing is known of any
 * @param knownArguments arguments that may decide what the method does
 */
record CallSite(
    How how,
    MethodRef called,
    int bci,
    int line,
    List<AbstractValue> receivers,
    List<List<AbstractValue>> arguments,
    List<KnownArgument> knownArguments) {

  /** A call that no instruction makes. */
  static CallSite virtual(MethodRef ref) {
    return new CallSite(How.VIRTUAL, ref, -1, -1, List.of(), List.of(), List.of());
  }

  /** This call from a caller whose own parameters are known. */
  CallSite with(List<KnownArgument> known) {
    return knownArguments.stream().allMatch(KnownArgument::isKnown)
        ? this
        : new CallSite(
            how,
            called,
            bci,
            line,
            receivers,
            arguments,
            KnownArgument.with(knownArguments, known));
  }

  enum How {
    /** Runs one method: static, special. */
    EXACT,
    /** Runs whatever overrides the method. */
    VIRTUAL,
    /** Runs the initializer of a class that is used. */
    INITIALIZER
  }

  /**
   * An argument that may decide what the method called does: a boolean constant, a stream that does
   * not belong to a socket, or a parameter of the caller's own.
   *
   * @param parameter with {@code this} as the first, which stands for the stream that an operation
   *     of the JDK is called on, or that a stream of the JDK is made around
   */
  record KnownArgument(int parameter, AbstractValue value) {

    /** Whether the value does not depend on the caller's callers. */
    boolean isKnown() {
      return value.kind() != AbstractValue.Kind.PARAMETER;
    }

    /** The value in a list for a parameter; {@link AbstractValue#UNKNOWN} if there is none. */
    static AbstractValue of(List<KnownArgument> all, int parameter) {
      for (KnownArgument argument : all) {
        if (argument.parameter == parameter) {
          return argument.value;
        }
      }
      return AbstractValue.UNKNOWN;
    }

    /** The arguments that a caller passes whose own parameters are known. */
    static List<KnownArgument> with(List<KnownArgument> all, List<KnownArgument> known) {
      List<KnownArgument> more = new ArrayList<>(all.size());
      for (KnownArgument argument : all) {
        AbstractValue value =
            argument.isKnown() ? AbstractValue.UNKNOWN : of(known, argument.value.index());
        more.add(
            value == AbstractValue.UNKNOWN
                ? argument
                : new KnownArgument(argument.parameter, value));
      }
      return List.copyOf(more);
    }
  }
}
