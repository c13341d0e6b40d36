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

  /**
   * Values that stand beside the same key, together.
   *
   * @param begins where those of each key begin; one more says where the last ones end
   */
  record Groups(int[] begins, int[] values) {

    /** For each key below the bound. */
    static Groups of(Ints keys, Ints values, int bound) {
      int[] begins = new int[bound + 1];
      for (int i = 0; i < keys.size; i++) {
        begins[keys.values[i]]++;
      }
      for (int key = 1; key <= bound; key++) {
        begins[key] += begins[key - 1];
      }
      int[] grouped = new int[keys.size];
      for (int i = 0; i < keys.size; i++) {
        grouped[--begins[keys.values[i]]] = values.values[i];
      }
      return new Groups(begins, grouped);
    }
  }
}
