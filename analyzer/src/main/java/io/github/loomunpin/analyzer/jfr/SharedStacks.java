// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Equal stacks as one object, so that comparing them costs nothing. Bounds the heap where no two
 * stacks are alike: of those that come late only the innermost frames are kept, as many as there is
 * room for. The holder of a monitor is mostly among them.
 */
final class SharedStacks {

  static final int MOST_WHOLE = 20_000;

  /** The most stacks of each length. */
  static final int MOST_CUT = 4_000;

  /** Frames that are kept of a stack, besides those of the JDK within them all. */
  private static final int[] LENGTHS = {64, 16, 6, 2, 0};

  private static final int MOST_OF_JDK = 64;

  private static final Stack NO_FRAMES = Stack.innermost(List.of());

  private final Map<Stack, Stack> whole = new HashMap<>();
  private final List<Map<Stack, Stack>> cut = new ArrayList<>();

  SharedStacks() {
    for (int i = 0; i < LENGTHS.length; i++) {
      cut.add(new HashMap<>());
    }
  }

  Stack share(Stack stack) {
    Stack known = shared(stack, whole, MOST_WHOLE);
    int ofJdk = known == null ? Math.min(MOST_OF_JDK, StackFrame.callerDepth(stack.frames())) : 0;
    for (int i = 0; i < LENGTHS.length && known == null; i++) {
      known = shared(innermost(stack, ofJdk + LENGTHS[i]), cut.get(i), MOST_CUT);
    }
    return known == null ? NO_FRAMES : known;
  }

  private static Stack shared(Stack stack, Map<Stack, Stack> known, int most) {
    if (known.size() >= most) {
      return known.get(stack);
    }
    Stack first = known.putIfAbsent(stack, stack);
    return first == null ? stack : first;
  }

  private static Stack innermost(Stack stack, int frames) {
    return frames < stack.frames().size()
        ? Stack.innermost(stack.frames().subList(0, frames))
        : stack;
  }
}
