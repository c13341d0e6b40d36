// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.IOException;

/**
 * How many archives in archives one command opens, and how many bytes they may have. Limits of each
 * archive do not stop a file of a few kilobytes that holds thousands of small ones, so both grow
 * with the size of the files that a user named. Not safe for several threads.
 */
final class NestedBudget {

  /** A jar with a manifest, a descriptor and a class or two has about as many. */
  private static final int BYTES_OF_AN_ARCHIVE = 2048;

  /** Nested archives are stored or deflated once more; class files compress about 1:3. */
  private static final int UNFOLDING = 8;

  private final Limits limits;
  private long archives;
  private long bytes;

  NestedBudget(Limits limits) {
    this.limits = limits;
    archives = limits.nestedArchives();
    bytes = limits.nestedArchiveBytes();
  }

  /** Adds what a file of this size, in bytes, may hold. */
  void allowFor(long fileBytes) {
    archives += fileBytes / BYTES_OF_AN_ARCHIVE;
    bytes += fileBytes * UNFOLDING;
  }

  /** Counts an archive that is about to be opened. */
  void spend() throws SpentException {
    archives--;
    if (archives < 0) {
      throw new SpentException("holds too many archives for its size, the rest of them skipped");
    }
  }

  /** Counts the bytes of an archive that was unfolded. */
  void spend(long unfoldedBytes) throws SpentException {
    bytes -= unfoldedBytes;
    if (bytes < 0) {
      throw new SpentException("its archives unfold to too many bytes, the rest of them skipped");
    }
  }

  /** Says that no further archive may be opened. */
  static final class SpentException extends IOException {

    private static final long serialVersionUID = 1;

    private SpentException(String message) {
      super(message);
    }
  }
}
