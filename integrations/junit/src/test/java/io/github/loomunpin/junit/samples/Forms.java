// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import static io.github.loomunpin.junit.samples.Client.virtually;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The annotation is on the class. */
@ShouldNotPin
class Forms {

  private static boolean warm;

  @Test
  void pins() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldPin
  void says_something_else() {
    virtually(() -> new Client().call());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void with_parameter(boolean pins) {
    virtually(pins ? () -> new Client().call() : Client::rest);
  }

  @RepeatedTest(2)
  void repeated(RepetitionInfo info) {
    virtually(info.getCurrentRepetition() == 2 ? () -> new Client().call() : Client::rest);
  }

  @TestFactory
  List<DynamicTest> factory() {
    return List.of(
        DynamicTest.dynamicTest("sleeps", () -> virtually(Client::rest)),
        DynamicTest.dynamicTest("blocks", () -> virtually(() -> new Client().call())));
  }

  @Test
  @ShouldNotPin(warmUp = 2)
  void pins_when_cold() {
    boolean cold = !warm;
    warm = true;
    virtually(cold ? () -> new Client().call() : Client::rest);
  }

  @Test
  @ShouldNotPin(warmUp = 1)
  void pins_always() {
    virtually(() -> new Client().call());
  }

  @Nested
  class Inner {

    @Test
    void pins_as_well() {
      virtually(() -> new Client().call());
    }
  }

  /** Has the annotation from the class that it extends, and the test. */
  static class Extended extends Forms {}
}
