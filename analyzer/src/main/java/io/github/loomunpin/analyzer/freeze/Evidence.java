// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

/** How something about a thread is known; the surest first. */
public enum Evidence {
  /** The dump says so. */
  SAID,
  /** The line of the frame, and the call that it makes there, leave no other possibility. */
  LINE,
  /** Of several things in the same frame it is one, and which is not known. */
  ONE_OF,
  /** It may be. */
  POSSIBLE;

  Evidence weaker(Evidence other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
