// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

/** The model found a moment that must not be. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  Violation(String what) {
    super(what, null, false, false);
  }
}
