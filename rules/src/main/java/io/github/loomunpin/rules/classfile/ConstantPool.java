// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import io.github.loomunpin.rules.member.JdkLockMember;

/**
 * The constant pool of a class file (JVMS §4.4), for {@link ClassFilePeek}: which members of the
 * JDK that use or share locks it may name.
 */
final class ConstantPool {

  private static final long[] NO_MEMBERS = new long[0];

  private final byte[] bytes;
  private final Constants constants;

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
    constants = new Constants(bytes);
    // For every class that is loaded, at first by the interpreter: without calls where it can be.
    int[] offsets = constants.offsets;
    for (int i = 1; i < offsets.length; i++) {
      if (bytes[offsets[i]] == Constants.UTF8 && mayBeKnown(offsets[i])) {
        String text = constants.text(i);
        named |= MemberNames.named(text);
        owned |= MemberNames.owned(text);
      }
    }
    // Most classes have none of the names.
    boolean isPossible = (named & (owned | MemberNames.OF_ANY_OWNER)) != 0;
    members = isPossible ? findMembers() : NO_MEMBERS;
  }

  /** Where the class file goes on. */
  int end() {
    return constants.end();
  }

  private boolean mayBeKnown(int offset) {
    return MemberNames.mayBeKnown(Bytecode.u2(bytes, offset + 1), bytes[offset + 3]);
  }

  private long[] findMembers() {
    long[] found = new long[constants.size()];
    long all = 0;
    for (int i = 1; i < found.length; i++) {
      int tag = constants.tag(i);
      if (tag == Constants.METHOD || tag == Constants.INTERFACE_METHOD) {
        found[i] = rowsOf(i);
        all |= found[i];
      }
    }
    if (all == 0) {
      return NO_MEMBERS;
    }
    for (int i = 1; i < found.length; i++) {
      if (constants.tag(i) == Constants.METHOD_HANDLE) {
        handles |= found[constants.u2(i, 1)];
      }
    }
    return found;
  }

  private long rowsOf(int member) {
    int nameAndType = constants.nameAndType(member);
    int name = constants.u2(nameAndType, 0);
    long left = mayBeKnown(constants.offsets[name]) ? MemberNames.named(constants.text(name)) : 0;
    long rows = 0;
    while (left != 0) {
      int bit = Long.numberOfTrailingZeros(left);
      left &= left - 1;
      JdkLockMember row = MemberNames.row(bit);
      if (constants.isText(constants.u2(nameAndType, 2), row.descriptor())
          && (row.reach() != JdkLockMember.Reach.OWNER
              || constants.isText(constants.owner(member), row.owner()))) {
        rows |= 1L << bit;
      }
    }
    return rows;
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
    return constants.isText(nameIndex, "Code");
  }

  String className(int index) {
    return index == 0 ? "" : utf8(constants.className(index));
  }

  String utf8(int index) {
    return constants.utf8(index);
  }
}
