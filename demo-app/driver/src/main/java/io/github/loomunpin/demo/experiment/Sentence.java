// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.Locale;

/** How sentences begin. */
final class Sentence {

  private Sentence() {}

  /** With a capital. */
  static String begin(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
