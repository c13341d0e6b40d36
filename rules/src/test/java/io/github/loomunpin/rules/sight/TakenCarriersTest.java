// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TakenCarriersTest {

  @Test
  void carriers_stand_still_only_if_none_computes() {
    assertThat(TakenCarriers.of(0, 2)).isEqualTo(TakenCarriers.STAND_STILL);
    assertThat(TakenCarriers.of(1, 2)).isEqualTo(TakenCarriers.COMPUTE_IN_PART);
    assertThat(TakenCarriers.of(2, 2)).isEqualTo(TakenCarriers.COMPUTE);
  }
}
