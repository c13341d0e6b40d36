// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

/** How the object of a site is locked. */
public enum Mode {
  /** By our parking lock, at every rewritten site and for the object's whole life. */
  VIRTUAL,
  /** By the JVM's monitor, at every site. */
  NATIVE,
  /** Not known from the bytecode; looked up when the site is reached. */
  RUNTIME
}
