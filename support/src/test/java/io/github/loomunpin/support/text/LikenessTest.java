// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LikenessTest {

  @Test
  void counts_letters_that_were_inserted_removed_or_replaced() {
    assertThat(Likeness.distance("scan", "scan")).isZero();
    assertThat(Likeness.distance("scan", "scann")).isEqualTo(1);
    assertThat(Likeness.distance("scan", "sca")).isEqualTo(1);
    assertThat(Likeness.distance("scan", "span")).isEqualTo(1);
    assertThat(Likeness.distance("scan", "scna")).isEqualTo(2);
    assertThat(Likeness.distance("", "scan")).isEqualTo(4);
    assertThat(Likeness.distance("kitten", "sitting")).isEqualTo(3);
  }
}
