// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Where a value came from, as far as one pass over a method tells.
 *
 * @param type internal name of the exact class of {@link Kind#NEW}, or of the function's interface
 * @param index the value of a constant; of a parameter with {@code this} as the first; a local
 *     variable's slot, also of what {@link Kind#WRAPPER} wraps
 * @param member the method behind a function or result, or a field (without a descriptor)
 */
record AbstractValue(Kind kind, String type, int index, MethodRef member) {

  enum Kind {
    UNKNOWN,
    /** No object. */
    NULL,
    /** Made in the method. */
    NEW,
    PARAMETER,
    /** True or false. */
    CONSTANT,
    /** A lambda or method reference. */
    FUNCTION,
    FIELD,
    /** What a method returned. */
    RESULT,
    /** Whatever was stored in a local variable. */
    LOCAL,
    /** A stream of the JDK around whatever stream was stored in a local variable. */
    WRAPPER
  }

  static final AbstractValue UNKNOWN = new AbstractValue(Kind.UNKNOWN, "", -1, null);
  static final AbstractValue NULL = new AbstractValue(Kind.NULL, "", -1, null);
  static final AbstractValue FALSE = new AbstractValue(Kind.CONSTANT, "", 0, null);
  static final AbstractValue TRUE = new AbstractValue(Kind.CONSTANT, "", 1, null);

  private static final AbstractValue[] PARAMETERS = new AbstractValue[32];
  private static final AbstractValue[] LOCALS = new AbstractValue[64];

  static {
    Arrays.setAll(PARAMETERS, index -> new AbstractValue(Kind.PARAMETER, "", index, null));
    Arrays.setAll(LOCALS, slot -> new AbstractValue(Kind.LOCAL, "", slot, null));
  }

  // Hand-written because millions are compared: the JDK's code for records takes several times as
  // long.

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof AbstractValue value
            && kind == value.kind
            && index == value.index
            && type.equals(value.type)
            && Objects.equals(member, value.member);
  }

  @Override
  public int hashCode() {
    int place = kind.ordinal() * 31 + index;
    return (place * 31 + type.hashCode()) * 31 + Objects.hashCode(member);
  }

  static AbstractValue ofNew(String type) {
    return new AbstractValue(Kind.NEW, type, -1, null);
  }

  static AbstractValue parameter(int index) {
    return index < PARAMETERS.length
        ? PARAMETERS[index]
        : new AbstractValue(Kind.PARAMETER, "", index, null);
  }

  static AbstractValue function(String type, MethodRef implementation) {
    return new AbstractValue(Kind.FUNCTION, type, -1, implementation);
  }

  static AbstractValue field(String owner, String name) {
    return new AbstractValue(Kind.FIELD, "", -1, new MethodRef(owner, name, ""));
  }

  static AbstractValue result(MethodRef ref) {
    return new AbstractValue(Kind.RESULT, "", -1, ref);
  }

  static AbstractValue wrapper(String type, int slot) {
    return new AbstractValue(Kind.WRAPPER, type, slot, null);
  }

  static AbstractValue local(int slot) {
    return slot < LOCALS.length ? LOCALS[slot] : new AbstractValue(Kind.LOCAL, "", slot, null);
  }

  /** Sets of values that stay small: one value too many makes the set unknown. */
  static final class BoundedSets {

    /**
     * The most values of a set: more exact classes than this are no better than the declared one.
     */
    private static final int MAX = 4;

    private BoundedSets() {}

    /** Adds a value to a list without duplicates. */
    static void add(List<AbstractValue> values, AbstractValue more) {
      if (more == AbstractValue.NULL
          || values.contains(more)
          || values.contains(AbstractValue.UNKNOWN)) {
        return;
      }
      if (more == AbstractValue.UNKNOWN || values.size() >= MAX) {
        values.clear();
        values.add(AbstractValue.UNKNOWN);
      } else {
        values.add(more);
      }
    }

    static boolean areKnown(List<AbstractValue> values) {
      return !values.isEmpty() && !values.contains(AbstractValue.UNKNOWN);
    }

    /** Whether a value is what was stored in a local variable, or a stream around that. */
    static boolean isStored(AbstractValue value) {
      return value.kind() == AbstractValue.Kind.LOCAL || value.kind() == AbstractValue.Kind.WRAPPER;
    }

    static boolean isAnyStored(List<AbstractValue> values) {
      for (AbstractValue value : values) {
        if (isStored(value)) {
          return true;
        }
      }
      return false;
    }

    /** A copy of the values; empty if one of them is unknown. */
    static List<AbstractValue> known(List<AbstractValue> values) {
      return areKnown(values) ? List.copyOf(values) : List.of();
    }

    /** Whether the method itself makes all of them or has them as parameters. */
    static boolean areObjects(List<AbstractValue> values) {
      for (AbstractValue value : values) {
        switch (value.kind()) {
          case NEW, FUNCTION, PARAMETER -> {}
          default -> {
            return false;
          }
        }
      }
      return true;
    }

    static List<AbstractValue> all(List<AbstractValue> values, List<AbstractValue> more) {
      List<AbstractValue> union = new ArrayList<>(values);
      more.forEach(value -> add(union, value));
      return union;
    }
  }
}
