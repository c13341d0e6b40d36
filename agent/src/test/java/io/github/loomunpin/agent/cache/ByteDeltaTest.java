// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteDeltaTest {

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] joined(byte[]... parts) {
    byte[] all = new byte[0];
    for (byte[] part : parts) {
      int at = all.length;
      all = Arrays.copyOf(all, at + part.length);
      System.arraycopy(part, 0, all, at, part.length);
    }
    return all;
  }

  private static void isMade(byte[] before, byte[] after) throws IOException {
    byte[] delta = ByteDelta.between(before, after);

    assertThat(ByteDelta.apply(delta, 0, before, after.length)).isEqualTo(after);
  }

  @Test
  void the_difference_makes_the_one_of_the_other() throws Exception {
    byte[] a = random(1, 3000);
    byte[] b = random(2, 500);
    isMade(a, a);
    isMade(a, b);
    isMade(a, new byte[0]);
    isMade(new byte[0], b);
    isMade(a, joined(a, b));
    isMade(a, joined(b, a));
    isMade(joined(a, b), joined(b, random(3, 7), a, a));
    isMade(new byte[2000], new byte[1999]);
  }

  @Test
  void it_has_only_what_is_new() throws Exception {
    byte[] before = random(1, 3000);
    byte[] after =
        joined(
            Arrays.copyOf(before, 1000),
            random(4, 40),
            Arrays.copyOfRange(before, 1010, before.length));

    assertThat(ByteDelta.between(before, after).length).isLessThan(100);
  }

  @Test
  void one_that_is_cut_off_or_of_another_file_is_refused() throws Exception {
    byte[] before = random(1, 3000);
    byte[] after = joined(random(2, 50), before);
    byte[] delta = ByteDelta.between(before, after);

    assertThatThrownBy(() -> ByteDelta.apply(Arrays.copyOf(delta, 30), 0, before, after.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ByteDelta.apply(delta, 0, new byte[10], after.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
