// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InternerTest {

  private static final int MANY = 20_000;

  private final Interner<String> interner = new Interner<>();

  @Test
  void equal_objects_become_the_first_of_them() {
    List<String> first = IntStream.range(0, MANY).mapToObj(InternerTest::made).toList();
    first.forEach(each -> assertThat(interner.intern(each)).isSameAs(each));

    for (int i = 0; i < MANY; i++) {
      assertThat(interner.intern(made(i))).isSameAs(first.get(i));
    }
  }

  @Test
  void threads_agree() {
    List<String> found =
        IntStream.range(0, 8 * MANY)
            .parallel()
            .mapToObj(i -> interner.intern(made(i % MANY)))
            .toList();

    for (int i = 0; i < 8 * MANY; i++) {
      assertThat(found.get(i)).isEqualTo(made(i % MANY)).isSameAs(found.get(i % MANY));
    }
  }

  /** Some with the same hash code. */
  private static String made(int i) {
    return (i % 2 == 0 ? "Aa" : "BB") + i / 2;
  }
}
