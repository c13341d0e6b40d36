// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;

/** Expressions for objects to lock. */
final class Locks {
  private final Random random;
  private final List<Slot> slots;

  Locks(Random random, List<Slot> slots) {
    this.random = random;
    this.slots = slots;
  }

  List<Slot> slots() {
    return slots;
  }

  /** Any object, which may be one that is null or cannot be had. */
  String any(Scope scope) {
    if (!scope.held().isEmpty() && random.percent(15)) {
      return random.of(scope.held());
    }
    if (!scope.variables().isEmpty() && random.percent(25)) {
      return random.of(scope.variables());
    }
    if (random.percent(9)) {
      return odd(scope);
    }
    return of(random.of(slots), scope);
  }

  /** One that a wait or notify is meant for, mostly one that is held. */
  String held(Scope scope) {
    return !scope.held().isEmpty() && random.percent(70) ? random.of(scope.held()) : any(scope);
  }

  private String odd(Scope scope) {
    String dice = scope.dice();
    String own = scope.isStatic() ? "Colour.RED" : "this";
    return random.of(
        own,
        "new Object()",
        "new Vector<Object>()",
        "new App()",
        "\"text\"",
        "Integer.valueOf(5)",
        "Thread.currentThread()",
        "new Object() { int hidden; }",
        "(Runnable) () -> {}",
        "Hashtable.class",
        "int[].class",
        "(Object) null",
        "(Vector<?>) null",
        "nothing()",
        "(" + dice + ".rarely() ? fails(" + dice + ") : all[3])",
        "(" + dice + ".rarely() ? null : all[" + dice + ".next(" + slots.size() + ")])",
        "all[" + dice + ".next(" + slots.size() + ")]",
        "pick(" + dice + ".next(" + slots.size() + "))");
  }

  /** The object of the slot, in one of many ways. */
  String of(Slot slot, Scope scope) {
    String plain = plain(slot, scope);
    int number = slot.number();
    List<String> ways =
        new ArrayList<>(
            List.of(
                plain,
                plain,
                plain,
                "all[" + number + "]",
                "pick(" + number + ")",
                scope.dice() + ".lock(" + number + ")",
                "same(" + plain + ")",
                "(Object) " + plain,
                "given(() -> " + plain + ")",
                "(" + scope.dice() + ".bit() ? all[" + number + "] : " + plain + ")"));
    if (slot.isList()) {
      ways.add("(List<?>) all[" + number + "]");
      ways.add("((Collection<?>) " + plain + ")");
    }
    if (slot.isApp()) {
      ways.add("(App) all[" + number + "]");
      ways.add("((Locking) " + plain + ")");
      ways.add("((App) all[" + number + "]).me()");
    }
    if (!scope.changing().isEmpty()) {
      ways.add("(" + random.of(scope.changing()) + " = " + plain + ")");
    }
    return random.of(ways);
  }

  /** The object of the slot, by its field. */
  String plain(Slot slot, Scope scope) {
    if (slot.number() == 0) {
      return scope.self() == Scope.Self.PROGRAM ? "this" : "self";
    }
    if (slot.number() == 1 && random.percent(50)) {
      return slot.made();
    }
    if (slot.isStatic()) {
      return slot.field();
    }
    return (scope.self() == Scope.Self.PROGRAM ? random.of("", "this.") : "self.") + slot.field();
  }
}
