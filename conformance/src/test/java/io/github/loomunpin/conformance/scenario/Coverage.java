// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a JaCoCo execution data file says.
 *
 * @param ids JaCoCo's checksum of each class as its agent saw it
 * @param covered number of probes that were passed
 */
record Coverage(Map<String, String> ids, int covered) {
  private static final int HEADER = 0x01;
  private static final int SESSION = 0x10;
  private static final int EXECUTION = 0x11;

  static Coverage read(Path file) throws IOException {
    Map<String, String> ids = new TreeMap<>();
    int covered = 0;
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      for (int block = in.read(); block >= 0; block = in.read()) {
        switch (block) {
          case HEADER -> {
            in.readChar();
            in.readChar();
          }
          case SESSION -> {
            in.readUTF();
            in.readLong();
            in.readLong();
          }
          case EXECUTION -> {
            long id = in.readLong();
            ids.put(in.readUTF(), Long.toHexString(id));
            covered += readProbes(in);
          }
          default -> throw new IOException("unknown block " + block + " in " + file);
        }
      }
    }
    return new Coverage(ids, covered);
  }

  private static int readProbes(DataInputStream in) throws IOException {
    int count = readVarInt(in);
    int covered = 0;
    for (int i = 0; i < (count + 7) / 8; i++) {
      covered += Integer.bitCount(in.readUnsignedByte());
    }
    return covered;
  }

  private static int readVarInt(DataInputStream in) throws IOException {
    int value = in.read();
    if (value < 0) {
      throw new EOFException();
    }
    return (value & 0x80) == 0 ? value : (value & 0x7f) | readVarInt(in) << 7;
  }

  String classes() {
    return ids.toString();
  }
}
