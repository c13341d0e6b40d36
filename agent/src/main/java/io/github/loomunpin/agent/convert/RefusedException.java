// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

/** A jar that is not converted, with the reason in words. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1;

  RefusedException(String why) {
    super(why);
  }
}
