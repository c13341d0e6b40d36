// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SarifRuleTest {

  @Test
  void every_rule_explains_itself() {
    assertThat(SarifRule.all())
        .isNotEmpty()
        .allSatisfy(rule -> assertThat(rule.help().markdown()).isNotBlank());
  }
}
