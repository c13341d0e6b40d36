// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import java.util.Random;

/** Chooses what to lock. */
final class LockWriter {

  private static final String[] ANYWHERE = {
    "l.plain",
    "l.plain",
    "l.other",
    "l.third",
    "l.list",
    "l.map",
    "l.table",
    "l.bean",
    "l.array",
    "o",
    "STATIC",
    "OWN_STATIC",
    "((Object) l.bean)",
    "((java.util.Hashtable) l.map)"
  };

  private final Random random;
  private final String owner;
  private final boolean isStatic;

  LockWriter(Random random, String owner, boolean isStatic) {
    this.random = random;
    this.owner = owner;
    this.isStatic = isStatic;
  }

  String lock(int probe) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> isStatic ? owner + ".class" : "this";
      case 2, 3 -> isStatic ? "OWN_STATIC" : random.nextBoolean() ? "own" : "second";
      case 4 -> isStatic ? "STATIC" : "open";
      case 5 -> owner + ".class";
      case 6 -> "((x & 1) == 0 ? (Object) " + any() + " : " + any() + ")";
      case 7 -> "Probe.at(" + probe + ", (Object) " + any() + ")";
      case 8 -> random.nextInt(4) == 0 ? "l.none" : "new Object()";
      default -> any();
    };
  }

  String any() {
    return ANYWHERE[random.nextInt(ANYWHERE.length)];
  }
}
