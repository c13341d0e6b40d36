// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class GapTest {

  @Test
  void says_that_permission_is_denied() {
    assertThat(Gap.reason(new AccessDeniedException("app.jfr"))).isEqualTo("permission denied");
  }

  @Test
  void is_one_line_even_where_the_failure_says_more_or_nothing() {
    assertThat(Gap.reason(new IOException("cut off\nat byte 7"))).isEqualTo("cut off");
    assertThat(Gap.reason(new IOException())).isEqualTo("IOException");
  }
}
