// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnModelTest {

  @ParameterizedTest
  @ValueSource(strings = {"PP", "PY", "YP", "YY", "PYP"})
  void a_thread_is_never_run_by_two_and_never_lost(String code) {
    assertThat(new TurnModel(code, true).problem()).isEmpty();
  }

  @Test
  void without_comparing_the_state_it_is_run_by_two() {
    assertThat(new TurnModel("PY", false).problem()).hasValue("run by two");
  }
}
