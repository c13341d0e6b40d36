// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import java.util.Optional;

/**
 * What is waited for or given at an object.
 *
 * @param type of the object, by the method that waits; empty if that does not tell
 * @param object what code calls it: a field or a class; empty if it has no such name
 * @param otherwise whether an object is looked for that has another name in the code that gives
 */
record AwaitedObject(HandoverMethod handover, String type, String object, boolean otherwise) {

  static AwaitedObject of(HandoverMethod handover, String type, String object) {
    return new AwaitedObject(handover, type, object, false);
  }

  static AwaitedObject notification(String site) {
    return of(HandoverMethod.NOTIFICATION, "", site);
  }

  /**
   * This object where code has it in a variable, or in a field of another class. What a class waits
   * at under the name of a condition, it signals under that name.
   */
  Optional<AwaitedObject> byAnotherName() {
    boolean shared = handover != HandoverMethod.NOTIFICATION && handover != HandoverMethod.SIGNAL;
    return shared || object.isEmpty() && handover == HandoverMethod.SIGNAL
        ? Optional.of(new AwaitedObject(handover, type, object, true))
        : Optional.empty();
  }

  /** Whether the two may be of one object. */
  boolean mayBe(AwaitedObject other) {
    return handover == other.handover
        && (other.otherwise || !object.isEmpty() && object.equals(other.object));
  }

  /** As {@link #isGivenBy(AwaitedObject, boolean)}, for an object that is named. */
  boolean isGivenBy(AwaitedObject given) {
    return isGivenBy(given, true);
  }

  /**
   * Whether this may be what is given.
   *
   * @param mayBeOfType whether it may be, by the type that it has in the code that gives
   */
  boolean isGivenBy(AwaitedObject given, boolean mayBeOfType) {
    if (handover != given.handover) {
      return false;
    }
    if (!otherwise) {
      return !object.isEmpty() && object.equals(given.object);
    }
    return mayBeOfType
        && (object.isEmpty()
            || given.object.isEmpty()
            || !owner(object).equals(owner(given.object)));
  }

  /** Two fields of one class mostly have two objects. */
  private static String owner(String object) {
    return object.replaceFirst("\\..*", "");
  }
}
