// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.objectweb.asm.Label;

/**
 * The operand stack in a single pass over the code, without a fixed point: at a label it is what
 * the jumps seen so far left there, and empty if there were none. Compilers leave something on the
 * stack across forward jumps only. Where code differs, less is known, never something wrong enough
 * to matter: an origin only narrows the targets of a call.
 */
final class OperandStack {

  private static final List<Origin> EMPTY = List.of();

  private List<Origin> slots = new ArrayList<>();
  private final Map<Label, List<Origin>> atLabels = new HashMap<>();
  private final BinaryOperator<Origin> either;
  private boolean reachable = true;

  /**
   * @param either what is one of two known origins
   */
  OperandStack(BinaryOperator<Origin> either) {
    this.either = either;
  }

  void push(Origin origin) {
    slots.add(origin);
  }

  void push(int size) {
    for (int i = 0; i < size; i++) {
      slots.add(Origin.UNKNOWN);
    }
  }

  Origin pop() {
    return slots.isEmpty() ? Origin.UNKNOWN : slots.remove(slots.size() - 1);
  }

  void pop(int size) {
    for (int i = 0; i < size; i++) {
      pop();
    }
  }

  /** The slot that many below the top. */
  Origin peek(int below) {
    int index = slots.size() - 1 - below;
    return index < 0 ? Origin.UNKNOWN : slots.get(index);
  }

  /** Copies the topmost {@code size} slots beneath those {@code size + under} slots. */
  void dup(int size, int under) {
    for (int i = slots.size(); i < size + under; i++) {
      slots.add(0, Origin.UNKNOWN);
    }
    List<Origin> copy = List.copyOf(slots.subList(slots.size() - size, slots.size()));
    slots.addAll(slots.size() - size - under, copy);
  }

  void swap() {
    Origin top = pop();
    Origin next = pop();
    push(top);
    push(next);
  }

  void jumpTo(Label label) {
    atLabels.merge(label, slots.isEmpty() ? EMPTY : List.copyOf(slots), this::merged);
  }

  void handlerAt(Label label) {
    atLabels.put(label, List.of(Origin.UNKNOWN));
  }

  /** Control does not go on to the next instruction. */
  void end() {
    reachable = false;
    slots.clear();
  }

  void label(Label label) {
    List<Origin> jumped = atLabels.get(label);
    if (!reachable) {
      slots = new ArrayList<>(jumped == null ? EMPTY : jumped);
      reachable = true;
    } else if (jumped != null) {
      slots = new ArrayList<>(merged(slots, jumped));
    }
  }

  private List<Origin> merged(List<Origin> one, List<Origin> other) {
    if (one.equals(other)) {
      return one;
    }
    List<Origin> both = new ArrayList<>(one);
    for (int i = 0; i < both.size(); i++) {
      Origin there = i < other.size() ? other.get(i) : Origin.UNKNOWN;
      if (!both.get(i).equals(there)) {
        both.set(i, either.apply(both.get(i), there));
      }
    }
    return both;
  }
}
