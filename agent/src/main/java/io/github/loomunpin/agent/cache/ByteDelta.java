// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The difference between a class file and what happened to it: bytes that are new, and parts to
 * copy behind them. It holds next to nothing of the class file that it is for.
 */
final class ByteDelta {

  /**
   * A shorter part that is the same is not worth its place, nor the time that a start takes to copy
   * it: half of them are shorter.
   */
  private static final int SHORTEST = 32;

  private ByteDelta() {}

  /**
   * What happens to a class file. Without a stream: in the interpreter that takes four times as
   * long.
   *
   * @param in has the difference
   * @param start where it begins
   * @param length of the result
   * @throws IndexOutOfBoundsException if the difference is damaged, or that of another class file
   */
  static byte[] apply(byte[] in, int start, byte[] before, int length) {
    byte[] after = new byte[length];
    int from = start;
    int at = 0;
    while (at < length) {
      int added = intAt(in, from);
      System.arraycopy(in, from + Integer.BYTES, after, at, added);
      from += Integer.BYTES + added;
      int same = intAt(in, from + Integer.BYTES);
      System.arraycopy(before, intAt(in, from), after, at + added, same);
      from += 2 * Integer.BYTES;
      at += added + same;
    }
    return after;
  }

  private static int intAt(byte[] in, int at) {
    return in[at] << 24 | (in[at + 1] & 0xFF) << 16 | (in[at + 2] & 0xFF) << 8 | in[at + 3] & 0xFF;
  }

  /** The difference, which is a function of the two. */
  static byte[] between(byte[] before, byte[] after) throws IOException {
    // The first place of each part; two parts that share one here cost no more than a few bytes.
    int[] places = new int[Integer.highestOneBit(before.length | 1) << 2];
    for (int i = before.length - SHORTEST; i >= 0; i--) {
      places[hash(before, i) & places.length - 1] = i;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    int start = 0;
    int at = 0;
    while (at + SHORTEST <= after.length) {
      int from = places[hash(after, at) & places.length - 1];
      int same = same(before, from, after, at);
      if (same < SHORTEST) {
        at++;
      } else {
        write(out, after, start, at, from, same);
        at += same;
        start = at;
      }
    }
    write(out, after, start, after.length, 0, 0);
    return bytes.toByteArray();
  }

  private static void write(
      DataOutputStream out, byte[] after, int start, int end, int from, int same)
      throws IOException {
    out.writeInt(end - start);
    out.write(after, start, end - start);
    out.writeInt(from);
    out.writeInt(same);
  }

  private static int hash(byte[] bytes, int at) {
    int hash = 0;
    for (int i = at; i < at + SHORTEST; i++) {
      hash = hash * 31 + bytes[i];
    }
    return hash ^ hash >>> Short.SIZE;
  }

  private static int same(byte[] before, int from, byte[] after, int at) {
    int length = 0;
    while (from + length < before.length
        && at + length < after.length
        && before[from + length] == after[at + length]) {
      length++;
    }
    return length;
  }
}
