// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllTestsTest {
  @Test
  void the_150_tests_are_there_with_names_and_with_what_they_show() {
    assertThat(Tests.all().keySet())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 150).boxed().toList());

    assertThat(Tests.all().keySet())
        .allSatisfy(n -> assertThat(Tests.torture(n).shows()).isNotBlank());
    assertThat(Tests.all().keySet().stream().map(Tests::name)).doesNotHaveDuplicates();
  }
}
