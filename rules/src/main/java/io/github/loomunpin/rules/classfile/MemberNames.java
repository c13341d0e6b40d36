// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names in {@link JdkLockMembers}, made ready for comparison with all the strings of all class
 * files that are loaded: a set of rows is a long, and nearly all strings are told apart by their
 * length and first byte.
 */
final class MemberNames {

  private static final List<JdkLockMember> ROWS = JdkLockMembers.ALL;

  /** The rows with a name, and the rows that must be named through an owner. */
  private record Rows(long named, long owned) {}

  /** By length, the first bytes of strings with that length, modulo 64. */
  private static final long[] FIRST_BYTES;

  private static final Map<String, Rows> ROWS_OF = new HashMap<>();
  private static final Rows NONE = new Rows(0, 0);

  /** The rows whose owner says nothing. */
  static final long OF_ANY_OWNER;

  static {
    if (ROWS.size() > Long.SIZE) {
      throw new IllegalStateException("more rows than a long has bits");
    }
    int longest = 0;
    long ofAnyOwner = 0;
    for (int i = 0; i < ROWS.size(); i++) {
      JdkLockMember row = ROWS.get(i);
      long bit = 1L << i;
      add(row.name(), bit, 0);
      longest = Math.max(longest, row.name().length());
      if (row.reach() == JdkLockMember.Reach.OWNER) {
        add(row.owner(), 0, bit);
        longest = Math.max(longest, row.owner().length());
      } else {
        ofAnyOwner |= bit;
      }
    }
    OF_ANY_OWNER = ofAnyOwner;
    FIRST_BYTES = new long[longest + 1];
    for (String text : ROWS_OF.keySet()) {
      FIRST_BYTES[text.length()] |= 1L << text.charAt(0);
    }
  }

  private MemberNames() {}

  private static void add(String text, long named, long owned) {
    Rows rows = ROWS_OF.getOrDefault(text, NONE);
    ROWS_OF.put(text, new Rows(rows.named | named, rows.owned | owned));
  }

  /** Whether a string is worth a look, by its length and first byte; most are not. */
  static boolean mayBeKnown(int length, byte first) {
    // A shift counts modulo 64.
    return length < FIRST_BYTES.length && (FIRST_BYTES[length] >>> first & 1) != 0;
  }

  /** The rows whose members have the name. */
  static long named(String text) {
    return ROWS_OF.getOrDefault(text, NONE).named;
  }

  /** The rows whose members must be named through the class of that internal name. */
  static long owned(String text) {
    return ROWS_OF.getOrDefault(text, NONE).owned;
  }

  static JdkLockMember row(int bit) {
    return ROWS.get(bit);
  }
}
