// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.ArrayList;
import java.util.List;

/** What one thread of the model does: letters for operations, each followed by an object. */
record Script(List<Op> ops) {

  /** What the letters mean. */
  enum Kind {
    /** {@code e}: enters. */
    ENTER('e'),

    /** {@code x}: leaves. */
    EXIT('x'),

    /** {@code y}: leaves what it does not hold, and is refused. */
    MISUSE('y'),

    /** {@code t}: waits until something is there and takes it; not if it is interrupted. */
    TAKE('t'),

    /** {@code l}: waits once, for a limited time, and takes something if it is there. */
    TAKE_LIMITED('l'),

    /** {@code p}: puts something there. */
    PUT('p'),

    /** {@code n}: notifies one thread. */
    NOTIFY('n'),

    /** {@code N}: notifies all. */
    NOTIFY_ALL('N');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    private static Kind of(char letter) {
      for (Kind kind : values()) {
        if (kind.letter == letter) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no operation " + letter);
    }
  }

  /** An operation on object 1 or 2. */
  record Op(Kind kind, int object) {}

  /** For example {@code e1 t1 x1}. */
  static Script of(String text) {
    List<Op> ops = new ArrayList<>();
    for (String op : text.split(" ")) {
      ops.add(new Op(Kind.of(op.charAt(0)), op.charAt(1) - '0'));
    }
    return new Script(List.copyOf(ops));
  }
}
