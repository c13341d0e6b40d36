// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import org.objectweb.asm.Label;

/**
 * The operand stack in a single pass over the code, without a fixed point: at a label it is what
 * the jumps seen so far left there, and empty if there were none. Compilers leave something on the
 * stack across forward jumps only. Where code differs, less is known, never something wrong enough
 * to matter: an origin only narrows the targets of a call. What jumps left is kept in the labels
 * themselves ({@link Label#info}), since most labels only begin a line.
 */
final class OperandStack {

  private static final Origin[] EMPTY = {};

  /** Told from what is unknown only by {@link #isCaught}. */
  private static final Origin[] CAUGHT = {new Origin(Origin.Kind.UNKNOWN, "", -1, null)};

  private final BinaryOperator<Origin> either;
  private Origin[] slots = new Origin[16];
  private int size;
  private boolean reachable = true;

  /**
   * @param either what is one of two known origins
   */
  OperandStack(BinaryOperator<Origin> either) {
    this.either = either;
  }

  void push(Origin origin) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
    }
    slots[size++] = origin;
  }

  void push(int count) {
    for (int i = 0; i < count; i++) {
      push(Origin.UNKNOWN);
    }
  }

  Origin pop() {
    return size == 0 ? Origin.UNKNOWN : known(slots[--size]);
  }

  /** Whether what is on top is an exception that was just caught. */
  boolean isCaught() {
    return size > 0 && slots[size - 1] == CAUGHT[0];
  }

  private static Origin known(Origin origin) {
    return origin == CAUGHT[0] ? Origin.UNKNOWN : origin;
  }

  void pop(int count) {
    size = Math.max(0, size - count);
  }

  /** The slot that many below the top. */
  Origin peek(int below) {
    int index = size - 1 - below;
    return index < 0 ? Origin.UNKNOWN : known(slots[index]);
  }

  /** Copies the topmost {@code count} slots beneath those {@code count + under} slots. */
  void dup(int count, int under) {
    int moved = count + under;
    Origin[] top = new Origin[moved];
    for (int i = moved - 1; i >= 0; i--) {
      top[i] = pop();
    }
    for (int i = under; i < moved; i++) {
      push(top[i]);
    }
    for (Origin origin : top) {
      push(origin);
    }
  }

  void swap() {
    Origin top = pop();
    Origin next = pop();
    push(top);
    push(next);
  }

  void jumpTo(Label label) {
    Origin[] jumped = size == 0 ? EMPTY : Arrays.copyOf(slots, size);
    label.info = label.info == null ? jumped : merged((Origin[]) label.info, jumped);
  }

  void handlerAt(Label label) {
    label.info = CAUGHT;
  }

  /** Control does not go on to the next instruction. */
  void end() {
    reachable = false;
    size = 0;
  }

  void label(Label label) {
    Origin[] jumped = (Origin[]) label.info;
    if (!reachable) {
      set(jumped == null ? EMPTY : jumped);
      reachable = true;
    } else if (jumped != null && size > 0) {
      set(merged(Arrays.copyOf(slots, size), jumped));
    }
  }

  private void set(Origin[] origins) {
    size = 0;
    for (Origin origin : origins) {
      push(origin);
    }
  }

  /** What both agree on, as many as the first has. */
  private Origin[] merged(Origin[] one, Origin[] other) {
    if (Arrays.equals(one, other)) {
      return one;
    }
    Origin[] both = one.clone();
    for (int i = 0; i < both.length; i++) {
      Origin there = i < other.length ? other[i] : Origin.UNKNOWN;
      if (!both[i].equals(there)) {
        both[i] = either.apply(known(both[i]), known(there));
      }
    }
    return both;
  }
}
