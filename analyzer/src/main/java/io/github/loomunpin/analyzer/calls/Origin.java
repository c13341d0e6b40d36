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
record Origin(Kind kind, String type, int index, MethodRef member) {

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

  static final Origin UNKNOWN = new Origin(Kind.UNKNOWN, "", -1, null);
  static final Origin NULL = new Origin(Kind.NULL, "", -1, null);
  static final Origin FALSE = new Origin(Kind.CONSTANT, "", 0, null);
  static final Origin TRUE = new Origin(Kind.CONSTANT, "", 1, null);

  private static final Origin[] PARAMETERS = new Origin[32];
  private static final Origin[] LOCALS = new Origin[64];

  static {
    Arrays.setAll(PARAMETERS, index -> new Origin(Kind.PARAMETER, "", index, null));
    Arrays.setAll(LOCALS, slot -> new Origin(Kind.LOCAL, "", slot, null));
  }

  // Millions are compared, which the JDK's code for records takes several times as long for.

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof Origin origin
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

  static Origin made(String type) {
    return new Origin(Kind.NEW, type, -1, null);
  }

  static Origin parameter(int index) {
    return index < PARAMETERS.length
        ? PARAMETERS[index]
        : new Origin(Kind.PARAMETER, "", index, null);
  }

  static Origin function(String type, MethodRef implementation) {
    return new Origin(Kind.FUNCTION, type, -1, implementation);
  }

  static Origin field(String owner, String name) {
    return new Origin(Kind.FIELD, "", -1, new MethodRef(owner, name, ""));
  }

  static Origin result(MethodRef method) {
    return new Origin(Kind.RESULT, "", -1, method);
  }

  static Origin wrapper(String type, int slot) {
    return new Origin(Kind.WRAPPER, type, slot, null);
  }

  static Origin local(int slot) {
    return slot < LOCALS.length ? LOCALS[slot] : new Origin(Kind.LOCAL, "", slot, null);
  }

  /** Sets of origins that stay small: what has too many has one that is unknown. */
  static final class Origins {

    /** More exact classes than this are no better than the declared one. */
    private static final int MAX = 4;

    private Origins() {}

    /** Adds to a list without duplicates. */
    static void add(List<Origin> origins, Origin more) {
      if (more == Origin.NULL || origins.contains(more) || origins.contains(Origin.UNKNOWN)) {
        return;
      }
      if (more == Origin.UNKNOWN || origins.size() >= MAX) {
        origins.clear();
        origins.add(Origin.UNKNOWN);
      } else {
        origins.add(more);
      }
    }

    static boolean areKnown(List<Origin> origins) {
      return !origins.isEmpty() && !origins.contains(Origin.UNKNOWN);
    }

    /** Whether it is what was stored in a local variable, or is around that. */
    static boolean isStored(Origin origin) {
      return origin.kind() == Origin.Kind.LOCAL || origin.kind() == Origin.Kind.WRAPPER;
    }

    static boolean isAnyStored(List<Origin> origins) {
      for (Origin origin : origins) {
        if (isStored(origin)) {
          return true;
        }
      }
      return false;
    }

    /** Empty if one is unknown. */
    static List<Origin> known(List<Origin> origins) {
      return areKnown(origins) ? List.copyOf(origins) : List.of();
    }

    /** Whether all are known in the method itself. */
    static boolean areObjects(List<Origin> origins) {
      for (Origin origin : origins) {
        switch (origin.kind()) {
          case NEW, FUNCTION, PARAMETER -> {}
          default -> {
            return false;
          }
        }
      }
      return true;
    }

    static List<Origin> all(List<Origin> origins, List<Origin> more) {
      List<Origin> union = new ArrayList<>(origins);
      more.forEach(origin -> add(union, origin));
      return union;
    }
  }
}
