// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

/** Gets what a {@link Detection} sees. Several threads call it. */
interface DetectionListener {

  /** Takes a cause of pins that is seen for the first time. */
  void pinned(PinBook.Cause first);

  /**
   * Takes a time in which no carrier has moved.
   *
   * @param isNews whether none before had these causes
   */
  void stoodStill(Standstill standstill, boolean isNews);

  /**
   * Takes the end of such a time.
   *
   * @param line says for how long none did
   * @param wasNews whether its begin was news
   */
  void movesAgain(String line, boolean wasNews);

  /** Whether it takes sums at all, which cost some time. */
  boolean wantsSums();

  /**
   * Takes what there has been so far: every few seconds where that has changed, and at the end.
   *
   * @param pins in the format {@code loom-unpin/pins}
   * @param last whether no more will follow
   * @return what the last line says of them, empty if nothing
   */
  String sums(String pins, boolean last);

  /**
   * Ends, after which nothing follows.
   *
   * @param line says how many pins and standstills there were
   */
  void ended(String line);
}
