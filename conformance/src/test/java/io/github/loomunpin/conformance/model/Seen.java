// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Gives moments numbers in the order in which they are first seen. */
final class Seen {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private long[] hashes = new long[1 << 16];
  private int[] ids = new int[1 << 16];
  private int size;

  int size() {
    return size;
  }

  /** The number of the moment; the size as it was before if it is a new one. */
  int add(byte[] moment) {
    if (size > hashes.length >> 1) {
      grow();
    }
    long hash = hash(moment);
    int i = slot(hash);
    if (hashes[i] == 0) {
      hashes[i] = hash;
      ids[i] = size++;
    }
    return ids[i];
  }

  private int slot(long hash) {
    int mask = hashes.length - 1;
    int i = (int) (hash >>> 32) & mask;
    while (hashes[i] != 0 && hashes[i] != hash) {
      i = i + 1 & mask;
    }
    return i;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldIds = ids;
    hashes = new long[oldHashes.length << 1];
    ids = new int[hashes.length];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0) {
        int slot = slot(oldHashes[i]);
        hashes[slot] = oldHashes[i];
        ids[slot] = oldIds[i];
      }
    }
  }

  /** Never 0. The length is a multiple of eight. */
  private static long hash(byte[] bytes) {
    long hash = 0x9E3779B97F4A7C15L;
    for (int i = 0; i < bytes.length; i += Long.BYTES) {
      long part = (long) LONGS.get(bytes, i) * 0x87C37B91114253D5L;
      part = Long.rotateLeft(part, 31) * 0x4CF5AD432745937FL;
      hash = Long.rotateLeft(hash ^ part, 27) * 5 + 0x52DCE729;
    }
    hash *= 0x94D049BB133111EBL;
    hash ^= hash >>> 32;
    return hash == 0 ? 1 : hash;
  }
}
