// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 µs",
    "1500, 1.50 µs",
    "45189419, 45.2 ms",
    "999000000, 999 ms",
    "1010000000, 1.01 s",
    "130400000000, 130 s"
  })
  void has_three_digits(long nanos, String expected) {
    assertThat(Times.of(nanos)).isEqualTo(expected);
  }
}
