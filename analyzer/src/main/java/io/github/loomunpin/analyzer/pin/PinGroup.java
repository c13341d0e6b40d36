// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/** All pins of one cause with the same stack. */
public record PinGroup(PinCause cause, Stack stack, Tally tally) {

  public PinKind kind() {
    return cause.kind();
  }
}
