// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Tells this build of the agent from others: what one has decided is nothing to another. */
final class AgentBuild {

  /** The end of central directory record (APPNOTE.TXT of PKWARE, 4.3.16), without a comment. */
  private static final int END_LENGTH = 22;

  private static final int END_MARK = 0x06054b50;
  private static final int END_DIRECTORY_LENGTH = 12;

  private AgentBuild() {}

  /** In words, by the agent's jar; empty if it is in none. */
  static Optional<String> id() {
    Optional<File> jar = OwnFiles.jarOf(AgentBuild.class);
    if (jar.isEmpty()) {
      return Optional.empty();
    }
    try (RandomAccessFile file = new RandomAccessFile(jar.get(), "r")) {
      return Optional.of("agent " + file.length() + " " + Checksums.of(directory(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The directory of a jar, which has the length and the CRC-32 of each file in it, or all of the
   * jar if it does not end with one.
   *
   * @throws IOException if it cannot be read
   */
  static byte[] directory(RandomAccessFile jar) throws IOException {
    ByteBuffer end = ByteBuffer.wrap(tail(jar, Math.min(jar.length(), END_LENGTH)));
    end.order(ByteOrder.LITTLE_ENDIAN);
    if (end.capacity() == END_LENGTH && end.getInt(0) == END_MARK) {
      long length = Integer.toUnsignedLong(end.getInt(END_DIRECTORY_LENGTH)) + END_LENGTH;
      if (length <= jar.length()) {
        return tail(jar, length);
      }
    }
    return tail(jar, jar.length());
  }

  private static byte[] tail(RandomAccessFile jar, long length) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(length)];
    jar.seek(jar.length() - length);
    jar.readFully(bytes);
    return bytes;
  }
}
