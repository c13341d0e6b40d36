// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

/**
 * Bytecode indexes of one method.
 *
 * @param start inclusive
 * @param end exclusive
 */
public record BciRange(int start, int end) {

  public boolean contains(int bci) {
    return start <= bci && bci < end;
  }

  public boolean contains(BciRange other) {
    return start <= other.start && other.end <= end;
  }

  public boolean overlaps(BciRange other) {
    return start < other.end && other.start < end;
  }
}
