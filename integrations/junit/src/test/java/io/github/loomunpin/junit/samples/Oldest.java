// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import org.junit.jupiter.api.Test;

/** Compiled for a JDK that has no virtual threads. */
class Oldest {

  @Test
  @ShouldNotPin
  void should_not_pin() {}

  @Test
  @ShouldNotPin
  void should_not_pin_either() {}

  @Test
  @ShouldPin
  void should_pin() {}
}
