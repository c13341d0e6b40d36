// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.load.Measurement.Latencies;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpLoadTest {

  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource({
    "1000, 1000, true",
    "950, 1000, true",
    "1200, 1000, true",
    "949, 1000, false",
    "0, 500, false"
  })
  void an_application_keeps_up_that_answers_nearly_all_requests_of_a_second(
      long answered, long requested, boolean keepsUp) {
    var second =
        new Measurement(Duration.ofSeconds(1), answered, requested, 0, new Latencies(Map.of()));

    assertThat(WarmUpLoad.keepsUp(second)).isEqualTo(keepsUp);
  }
}
