// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/**
 * Where a method goes on by what one of its parameters is.
 *
 * @param parameter with {@code this} as the first
 * @param about the constant that it is compared with, or the field with the compiler's table of
 *     keys of an enum; null if the keys are the ordinals
 * @param keys 1 for true and for what is equal, 0 for the rest; of a switch, its own
 * @param targets blocks, one for each key and one more for all others
 */
record Choice(Kind kind, int parameter, MethodRef about, int[] keys, int[] targets) {

  enum Kind {
    /** By a boolean. */
    FLAG,
    /** By whether it is a constant of an enum. */
    SAME,
    /** By a switch over an enum. */
    SWITCH
  }

  /** Where a key leads to. */
  int target(int key) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == key) {
        return targets[i];
      }
    }
    return targets[keys.length];
  }
}
