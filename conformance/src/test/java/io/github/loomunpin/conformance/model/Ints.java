// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.Arrays;

/** A list of numbers. */
final class Ints {

  private int[] values = new int[1024];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size << 1);
    }
    values[size++] = value;
  }

  int get(int i) {
    return values[i];
  }

  int size() {
    return size;
  }

  /** For each key below the bound, the values that stand beside it. */
  static int[][] group(Ints keys, Ints values, int bound) {
    int[] counts = new int[bound];
    for (int i = 0; i < keys.size; i++) {
      counts[keys.values[i]]++;
    }
    int[][] groups = new int[bound][];
    for (int key = 0; key < bound; key++) {
      groups[key] = new int[counts[key]];
    }
    for (int i = 0; i < keys.size; i++) {
      int key = keys.values[i];
      groups[key][--counts[key]] = values.values[i];
    }
    return groups;
  }
}
