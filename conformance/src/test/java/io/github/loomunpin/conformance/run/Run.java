// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.torture.Kind;

/** One program on one kind of threads. */
public record Run(String program, Kind kind) {
  public static Run of(String program, String kind) {
    return new Run(program, Kind.valueOf(kind));
  }
}
