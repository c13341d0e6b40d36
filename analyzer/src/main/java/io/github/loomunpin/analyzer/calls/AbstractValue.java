// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Where an object came from, as far as one look at a method tells.
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

  // Millions are compared, which the JDK's code for records takes several times as long for.

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof AbstractValue origin
            && kind == origin.kind
            && index == origin.index
            && type.equals(origin.type)
            && Objects.equals(member, origin.member);
  }

  @Override
  public int hashCode() {
    int place = kind.ordinal() * 31 + index;
    return (place * 31 + type.hashCode()) * 31 + Objects.hashCode(member);
  }

  static AbstractValue made(String type) {
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

  static AbstractValue result(MethodRef method) {
    return new AbstractValue(Kind.RESULT, "", -1, method);
  }

  static AbstractValue wrapper(String type, int slot) {
    return new AbstractValue(Kind.WRAPPER, type, slot, null);
  }

  static AbstractValue local(int slot) {
    return slot < LOCALS.length ? LOCALS[slot] : new AbstractValue(Kind.LOCAL, "", slot, null);
  }

  /** Sets of origins that stay small: what has too many has one that is unknown. */
  static final class BoundedSets {

    /** More exact classes than this are no better than the declared one. */
    private static final int MAX = 4;

    private BoundedSets() {}

    /** Adds to a list without duplicates. */
    static void add(List<AbstractValue> origins, AbstractValue more) {
      if (more == AbstractValue.NULL
          || origins.contains(more)
          || origins.contains(AbstractValue.UNKNOWN)) {
        return;
      }
      if (more == AbstractValue.UNKNOWN || origins.size() >= MAX) {
        origins.clear();
        origins.add(AbstractValue.UNKNOWN);
      } else {
        origins.add(more);
      }
    }

    static boolean areKnown(List<AbstractValue> origins) {
      return !origins.isEmpty() && !origins.contains(AbstractValue.UNKNOWN);
    }

    /** Whether it is what was stored in a local variable, or is around that. */
    static boolean isStored(AbstractValue origin) {
      return origin.kind() == AbstractValue.Kind.LOCAL
          || origin.kind() == AbstractValue.Kind.WRAPPER;
    }

    static boolean isAnyStored(List<AbstractValue> origins) {
      for (AbstractValue origin : origins) {
        if (isStored(origin)) {
          return true;
        }
      }
      return false;
    }

    /** Empty if one is unknown. */
    static List<AbstractValue> known(List<AbstractValue> origins) {
      return areKnown(origins) ? List.copyOf(origins) : List.of();
    }

    /** Whether all are known in the method itself. */
    static boolean areObjects(List<AbstractValue> origins) {
      for (AbstractValue origin : origins) {
        switch (origin.kind()) {
          case NEW, FUNCTION, PARAMETER -> {}
          default -> {
            return false;
          }
        }
      }
      return true;
    }

    static List<AbstractValue> all(List<AbstractValue> origins, List<AbstractValue> more) {
      List<AbstractValue> union = new ArrayList<>(origins);
      more.forEach(origin -> add(union, origin));
      return union;
    }
  }
}
