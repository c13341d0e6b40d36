// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import io.github.loomunpin.rules.member.JdkLockMember;
import java.nio.charset.StandardCharsets;

/**
 * The constant pool of a class file (JVMS §4.4), for {@link ClassFilePeek}: which members of the
 * JDK that use or share locks it may name.
 */
final class ConstantPool {

  private static final int CLASS_FILE_HEADER = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int METHOD_HANDLE = 15;
  private static final long[] NO_MEMBERS = new long[0];

  private final byte[] bytes;
  private final int[] offsets;
  private int at = CLASS_FILE_HEADER;

  /** Rows of the table whose names occur, and rows whose owners do. */
  private long named;

  private long owned;

  /** By index of a method, the rows that it may be; empty if none is any. */
  private final long[] members;

  private long handles;

  /**
   * @throws RuntimeException if the pool cannot be followed
   */
  ConstantPool(byte[] bytes) {
    this.bytes = bytes;
    int count = u2();
    offsets = new int[count];
    for (int i = 1; i < count; i++) {
      offsets[i] = at;
      int tag = bytes[at++];
      switch (tag) {
        case 1 -> utf8();
        case 3, 4, FIELD, METHOD, INTERFACE_METHOD, 12, 17, 18 -> at += 4;
        case 5, 6 -> {
          at += 8;
          i++;
        }
        case 7, 8, 16, 19, 20 -> at += 2;
        case METHOD_HANDLE -> at += 3;
        default -> throw new IllegalArgumentException("constant pool tag " + tag);
      }
    }
    // Of most classes, no name occurs.
    boolean isPossible = (named & (owned | MemberNames.OF_ANY_OWNER)) != 0;
    members = isPossible ? findMembers() : NO_MEMBERS;
  }

  /** Where the class file goes on. */
  int end() {
    return at;
  }

  private void utf8() {
    int length = u2();
    if (MemberNames.mayBeKnown(length, bytes[at])) {
      String text = text(at, length);
      named |= MemberNames.named(text);
      owned |= MemberNames.owned(text);
    }
    at += length;
  }

  private long[] findMembers() {
    long[] found = new long[offsets.length];
    long all = 0;
    for (int i = 1; i < offsets.length; i++) {
      int tag = bytes[offsets[i]];
      if (tag == METHOD || tag == INTERFACE_METHOD) {
        found[i] = rowsOf(i);
        all |= found[i];
      }
    }
    if (all == 0) {
      return NO_MEMBERS;
    }
    for (int i = 1; i < offsets.length; i++) {
      if (bytes[offsets[i]] == METHOD_HANDLE) {
        handles |= found[u2At(offsets[i] + 2)];
      }
    }
    return found;
  }

  private long rowsOf(int member) {
    int nameAndType = offsets[u2At(offsets[member] + 3)];
    long left = named(u2At(nameAndType + 1));
    long rows = 0;
    while (left != 0) {
      int bit = Long.numberOfTrailingZeros(left);
      left &= left - 1;
      JdkLockMember row = MemberNames.row(bit);
      if (is(u2At(nameAndType + 3), row.descriptor())
          && (row.reach() != JdkLockMember.Reach.OWNER
              || is(u2At(offsets[u2At(offsets[member] + 1)] + 1), row.owner()))) {
        rows |= 1L << bit;
      }
    }
    return rows;
  }

  /** The rows of the name at an index. */
  private long named(int utf8) {
    int length = u2At(offsets[utf8] + 1);
    int start = offsets[utf8] + 3;
    return MemberNames.mayBeKnown(length, bytes[start])
        ? MemberNames.named(text(start, length))
        : 0;
  }

  private boolean is(int utf8, String text) {
    int start = offsets[utf8] + 3;
    if (u2At(start - 2) != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@link #member} can have any answer but 0. */
  boolean hasMembers() {
    return members.length > 0;
  }

  /** The rows of the table that the method at an index may be. */
  long member(int index) {
    return members[index];
  }

  /** The rows that the constant method handles may be of. */
  long handles() {
    return handles;
  }

  boolean isCode(int nameIndex) {
    int offset = offsets[nameIndex];
    return bytes[offset + 2] == 4
        && bytes[offset + 3] == 'C'
        && bytes[offset + 4] == 'o'
        && bytes[offset + 5] == 'd'
        && bytes[offset + 6] == 'e';
  }

  private String text(int start, int length) {
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  String className(int index) {
    if (index == 0) {
      return "";
    }
    return utf8(u2At(offsets[index] + 1));
  }

  String utf8(int index) {
    int utf8 = offsets[index];
    return new String(bytes, utf8 + 3, u2At(utf8 + 1), StandardCharsets.UTF_8);
  }

  private int u2() {
    int value = u2At(at);
    at += 2;
    return value;
  }

  private int u2At(int offset) {
    return Bytecode.u2(bytes, offset);
  }
}
