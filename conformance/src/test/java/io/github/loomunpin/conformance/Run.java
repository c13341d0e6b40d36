// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.torture.Kind;

/** One program on one kind of threads. */
record Run(int number, Kind kind) {
  static Run of(String number, String kind) {
    return new Run(Integer.parseInt(number), Kind.valueOf(kind));
  }
}
