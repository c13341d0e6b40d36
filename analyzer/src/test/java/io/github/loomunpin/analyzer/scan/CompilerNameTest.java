// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompilerNameTest {

  @ParameterizedTest
  @CsvSource({
    "lambda$run$3, LAMBDA, run",
    "lambda$new$0, LAMBDA, <init>",
    "lambda$static$0, LAMBDA, <clinit>",
    "lambda$null$2, LAMBDA, ''",
    "lambda$run$8f3ab21c$1, LAMBDA, run",
    "run$lambda$4, LAMBDA, run",
    "run$lambda-4, LAMBDA, run",
    "run$lambda$4$lambda$5, LAMBDA, run",
    "$anonfun$run$2, LAMBDA, run",
    "$anonfun$run$2$adapted, LAMBDA, run",
    "$anonfun$2, LAMBDA, ''",
    "access$000, ACCESSOR, ''",
    "access$getLock$p, ACCESSOR, ''",
    "run$default, DEFAULTS, run",
  })
  void what_compilers_name(String name, CompilerName.Kind kind, String method) {
    CompilerName found = CompilerName.of(name).orElseThrow();

    assertThat(found.kind()).isEqualTo(kind);
    assertThat(found.method()).isEqualTo(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "lambda", "run$3", "$lambda$3", "run$lambda", "a$lambdas", "$"})
  void what_a_source_may_name(String name) {
    assertThat(CompilerName.of(name)).isEmpty();
  }

  @Test
  void a_name_as_long_as_can_be_takes_no_time() {
    String longest = "$lambda".repeat(9_000);

    assertThat(CompilerName.of(longest)).isEmpty();
    assertThat(CompilerName.of("lambda$" + "$a".repeat(30_000))).isEmpty();
    assertThat(CompilerName.of("$anonfun$" + "$1".repeat(30_000) + "x")).isEmpty();
  }
}
