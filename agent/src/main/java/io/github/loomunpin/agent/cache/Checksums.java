// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Bytes as far as others can be told from them. CRC-32 tells bytes apart that differ in up to 32
 * bits in a row, Adler-32 is unlike it, and both are native code: a start has no time for sums that
 * the interpreter works out. They are against damage; who may change a file could change any sum.
 */
public record Checksums(int length, long crc, long adler) {

  /** The sums of all these bytes. */
  public static Checksums of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The sums of a part of these bytes. */
  public static Checksums of(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    Adler32 adler = new Adler32();
    adler.update(bytes, from, length);
    return new Checksums(length, crc.getValue(), adler.getValue());
  }

  /** Whether these are the sums of those bytes. */
  public boolean areOf(byte[] bytes) {
    return areOf(bytes, 0, bytes.length);
  }

  /** Whether these are the sums of a part of those bytes. */
  public boolean areOf(byte[] bytes, int from, int size) {
    if (size != length) {
      return false;
    }
    Checksums other = of(bytes, from, size);
    return other.crc == crc && other.adler == adler;
  }

  /** As {@link #write} wrote them. */
  public static Checksums read(DataInputStream in) throws IOException {
    int length = in.readInt();
    long both = in.readLong(); // to read a number is not compiled yet either
    return new Checksums(length, both >>> Integer.SIZE, both & 0xFFFF_FFFFL);
  }

  /** Writes them. */
  public void write(DataOutputStream out) throws IOException {
    out.writeInt(length);
    out.writeLong(crc << Integer.SIZE | adler);
  }

  @Override
  public String toString() {
    return length + ":" + Long.toHexString(crc) + ":" + Long.toHexString(adler);
  }
}
