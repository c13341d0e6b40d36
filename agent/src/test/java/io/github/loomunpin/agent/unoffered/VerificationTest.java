// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerificationTest {

  @Test
  void a_class_is_named_as_both_verifiers_of_hotspot_name_it() {
    assertThat(
            Verification.classIn(
                "Bad type on operand stack\nException Details:\n  Location:\n"
                    + "    app/Made$Inner.run()V @9: invokestatic\n  Reason:\n"))
        .isEqualTo("app/Made$Inner");
    assertThat(
            Verification.classIn(
                "(class: app/Made, method: run signature: ()V) Incompatible argument to function"))
        .isEqualTo("app/Made");
  }

  @Test
  void messages_of_others_name_no_class() {
    assertThat(Verification.classIn("")).isEmpty();
    assertThat(Verification.classIn("wrong")).isEmpty();
    assertThat(Verification.classIn("Location:\n")).isEmpty();
    assertThat(Verification.classIn("(class: ")).isEmpty();
  }
}
