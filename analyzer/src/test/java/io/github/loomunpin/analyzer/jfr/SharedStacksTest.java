// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedStacksTest {

  private static final int OF_JDK = 7;

  private final SharedStacks stacks = new SharedStacks();

  @Test
  void equal_stacks_are_one_object() {
    Stack first = stacks.share(stack(1, 2, 3));

    assertThat(stacks.share(stack(1, 2, 3))).isSameAs(first);
    assertThat(stacks.share(new Stack(stack(1, 2, 3).frames(), true))).isNotSameAs(first);
  }

  @Test
  void whole_stacks_stay_whole() {
    Stack first = stacks.share(stack(1, 1, 2));
    fill();

    assertThat(stacks.share(stack(1, 1, 2))).isSameAs(first);
    assertThat(first.truncated()).isFalse();
  }

  @Test
  void late_stacks_keep_the_innermost_frames_and_those_of_the_jdk_in_them() {
    fill();
    int[] callers = new int[100];
    Stack kept = stacks.share(stack(callers));

    assertThat(kept.frames()).isEqualTo(stack(callers).frames().subList(0, OF_JDK + 64));
    assertThat(kept.truncated()).isTrue();
    assertThat(kept.isInnermostOnly()).isTrue();
    callers[99] = 1;
    assertThat(stacks.share(stack(callers))).isSameAs(kept);
  }

  @Test
  void late_stacks_that_are_short_stay_whole() {
    fill();
    Stack late = stacks.share(stack(-1, -2));

    assertThat(late).isEqualTo(stack(-1, -2));
    assertThat(late.isInnermostOnly()).isFalse();
  }

  /** The innermost frame of the application is the same in all; each further one is new. */
  @Test
  void there_is_an_end_to_different_stacks_and_still_the_holder_is_named() {
    Set<Stack> kept = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      int[] callers = new int[80];
      callers[1 + i % 79] = i;
      kept.add(stacks.share(stack(callers)));
    }

    assertThat(kept).hasSizeLessThan(SharedStacks.MOST_WHOLE + 5 * SharedStacks.MOST_CUT);
    assertThat(kept)
        .allSatisfy(
            stack ->
                assertThat(stack.frames().subList(0, OF_JDK + 1)).isEqualTo(stack(0).frames()));
  }

  @Test
  void where_not_even_the_innermost_frames_are_alike_no_frames_are_left() {
    Stack last = Stack.NONE;
    for (int i = 0; i < SharedStacks.MOST_WHOLE + 5 * SharedStacks.MOST_CUT + 1; i++) {
      last = stacks.share(new Stack(List.of(frame("java/lang/A" + i, 1, true)), false));
    }

    assertThat(last.isEmpty()).isTrue();
    assertThat(last.isInnermostOnly()).isTrue();
  }

  private void fill() {
    for (int i = 0; i < SharedStacks.MOST_WHOLE; i++) {
      stacks.share(stack(1_000 + i));
    }
  }

  /** A thread that parks, called by these lines of the application. */
  private static Stack stack(int... lines) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < OF_JDK; i++) {
      frames.add(frame("java/lang/VirtualThread", i, true));
    }
    for (int line : lines) {
      frames.add(frame("a/B", line, false));
    }
    return new Stack(frames, false);
  }

  private static Frame frame(String type, int line, boolean jdk) {
    return new Frame(type, "c", "()V", 0, line, jdk, false);
  }
}
