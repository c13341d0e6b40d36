// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Where the constants of a class file are (JVMS §4.4), for those who read or change so little of it
 * that ASM would take most of the time.
 */
public final class Constants {

  public static final int UTF8 = 1;
  public static final int CLASS = 7;
  public static final int METHOD = 10;
  public static final int INTERFACE_METHOD = 11;
  public static final int NAME_AND_TYPE = 12;
  public static final int METHOD_HANDLE = 15;

  /** Where the number of constants is, of 2 bytes, which the first constant follows. */
  private static final int COUNT = 8;

  private final byte[] bytes;

  /** By index; 0 for the second index of a long or double. */
  final int[] offsets;

  private final int end;

  /**
   * @throws RuntimeException if the constants cannot be followed
   */
  public Constants(byte[] classFile) {
    bytes = classFile;
    offsets = new int[Bytecode.u2(bytes, COUNT)];
    int at = COUNT + 2;
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = at;
      int tag = bytes[at];
      switch (tag) {
        case UTF8 -> at += 3 + Bytecode.u2(bytes, at + 1);
        case 3, 4, 9, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, 17, 18 -> at += 5;
        case 5, 6 -> {
          at += 9;
          i++;
        }
        case CLASS, 8, 16, 19, 20 -> at += 3;
        case METHOD_HANDLE -> at += 4;
        default -> throw new IllegalArgumentException("constant pool tag " + tag);
      }
    }
    end = at;
  }

  /** The number of constants, which is one more than the last index. */
  public int size() {
    return offsets.length;
  }

  /** Where the class file goes on. */
  public int end() {
    return end;
  }

  /** What kind of constant is at an index; 0 for the second index of a long or double. */
  public int tag(int index) {
    return offsets[index] == 0 ? 0 : bytes[offsets[index]];
  }

  /** Two bytes of a constant, so many bytes behind its tag. */
  public int u2(int index, int offset) {
    return Bytecode.u2(bytes, offsets[index] + 1 + offset);
  }

  /** Whether the UTF-8 constant at an index is this text, which is of ASCII. */
  public boolean isText(int index, String text) {
    if (u2(index, 0) != text.length()) {
      return false;
    }
    int start = textStart(index);
    for (int i = 0; i < text.length(); i++) {
      if (bytes[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The UTF-8 constant at an index, with a character for each of its bytes. */
  public String text(int index) {
    return new String(bytes, textStart(index), u2(index, 0), StandardCharsets.ISO_8859_1);
  }

  /** The UTF-8 constant at an index, in the JVM's modified form of it (JVMS §4.4.7). */
  public String utf8(int index) {
    int start = textStart(index);
    int length = u2(index, 0);
    for (int i = start; i < start + length; i++) {
      if (bytes[i] < 0) {
        return decoded(start - 2, length + 2);
      }
    }
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  private String decoded(int start, int length) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, start, length))) {
      return in.readUTF();
    } catch (IOException e) {
      throw new IllegalArgumentException("a text that is not UTF-8", e);
    }
  }

  private int textStart(int index) {
    return offsets[index] + 3;
  }

  /** The index of the name of the class at an index. */
  public int className(int index) {
    return u2(index, 0);
  }

  /** The index of the name of the class that the member at an index is of. */
  public int owner(int index) {
    return className(u2(index, 0));
  }

  /** The index of the name and descriptor of the member at an index. */
  public int nameAndType(int index) {
    return u2(index, 2);
  }
}
