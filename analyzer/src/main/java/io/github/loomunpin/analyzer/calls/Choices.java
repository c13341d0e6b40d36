// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The code of a method that goes on in one way or another by what its parameters are, as blocks
 * that run from their beginning to their end.
 */
final class Choices {

  /** Nothing is known of the key. */
  static final int ANY = Integer.MIN_VALUE;

  /** Bytecode indexes, in order. */
  private final int[] starts;

  /** Of each block the blocks that may follow. */
  private final int[][] next;

  /** Of each block those that an exception may lead to. */
  private final int[][] handlers;

  /** Of each block what decides which follows; null if no parameter does. */
  private final Choice[] choices;

  Choices(int[] starts, int[][] next, int[][] handlers, Choice[] choices) {
    this.starts = starts;
    this.next = next;
    this.handlers = handlers;
    this.choices = choices;
  }

  boolean areBy(int parameter) {
    return Arrays.stream(choices)
        .anyMatch(choice -> choice != null && choice.parameter() == parameter);
  }

  /**
   * The blocks that may run.
   *
   * @param keyOf which key of a choice is taken; {@link #ANY} if that is not known
   */
  BitSet reachable(ToIntFunction<Choice> keyOf) {
    BitSet reached = new BitSet(starts.length);
    Deque<Integer> work = new ArrayDeque<>();
    reached.set(0);
    work.add(0);
    while (!work.isEmpty()) {
      int block = work.removeFirst();
      Choice choice = choices[block];
      int key = choice == null ? ANY : keyOf.applyAsInt(choice);
      int[] after = key == ANY ? next[block] : new int[] {choice.target(key)};
      for (int[] targets : List.of(after, handlers[block])) {
        for (int target : targets) {
          if (!reached.get(target)) {
            reached.set(target);
            work.add(target);
          }
        }
      }
    }
    return reached;
  }

  /** The block of an instruction. */
  int block(int bci) {
    return block(starts, bci);
  }

  /**
   * @param starts the first bytecode index of each block
   */
  static int block(int[] starts, int bci) {
    int place = Arrays.binarySearch(starts, bci);
    return place < 0 ? -place - 2 : place;
  }
}
