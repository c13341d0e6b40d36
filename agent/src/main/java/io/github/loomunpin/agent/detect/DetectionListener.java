// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

/** Who is told what a {@link Detection} sees. Is called by several threads. */
interface DetectionListener {

  /** A cause of pins is seen for the first time. */
  void pinned(PinBook.Cause first);

  /**
   * No carrier has moved for long.
   *
   * @param isNews whether none before had these causes
   */
  void stoodStill(Standstill standstill, boolean isNews);

  /**
   * A carrier moves again.
   *
   * @param line says for how long none did
   * @param wasNews as it was told when the standstill began
   */
  void movesAgain(String line, boolean wasNews);

  /** Whether it takes sums at all, which take a while to be put together. */
  boolean wantsSums();

  /**
   * What there has been so far; every few seconds where that has changed, and at the end.
   *
   * @param pins in the format {@code loom-unpin/pins}
   * @param last whether no more will follow
   * @return what the last line is to say of it
   */
  String sums(String pins, boolean last);

  /**
   * All has been told.
   *
   * @param line says how many pins and standstills there were
   */
  void ended(String line);
}
