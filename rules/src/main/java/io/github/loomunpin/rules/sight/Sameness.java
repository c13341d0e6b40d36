// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** What is known of a class file beside the class that ran. */
public enum Sameness {
  /** It is the very one that ran: the JDK's own. */
  SAME,
  /** It may be of another version, and no agent has changed the flags of its methods. */
  SAME_FLAGS,
  /** It may be of another version, or an agent may have rewritten it before it ran. */
  PERHAPS,
  /** It is of another version, so that lines tell nothing. */
  OTHER_VERSION
}
