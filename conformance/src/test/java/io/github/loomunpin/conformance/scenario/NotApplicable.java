// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

/** Thrown by a scenario that has no meaning where it is run; the message says why. */
public final class NotApplicable extends Exception {
  private static final long serialVersionUID = 1;

  NotApplicable(String why) {
    super(why);
  }
}
