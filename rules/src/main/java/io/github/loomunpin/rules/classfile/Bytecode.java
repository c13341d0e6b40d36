// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

/** The instructions of a method as they stand in the class file (JVMS §6.5). */
public final class Bytecode {

  private static final int IINC = 0x84;
  private static final int TABLESWITCH = 0xAA;
  private static final int LOOKUPSWITCH = 0xAB;
  private static final int GETSTATIC = 0xB2;
  private static final int INVOKEINTERFACE = 0xB9;
  private static final int MONITORENTER = 0xC2;
  private static final int MONITOREXIT = 0xC3;
  private static final int WIDE = 0xC4;

  /**
   * The length of each instruction with its operands in bytes, as a letter: a stands for 1, and ?
   * for a length that varies.
   */
  private static final String LENGTHS =
      "aaaaaaaaaaaaaaaabcbccbbbbbaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbaaaaa"
          + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
          + "aaaacaaaaaaaaaaaaaaaaaaaaccccccccccccccccb??aaaaaaccccccceecbcaa"
          + "ccaa?dccee";

  private Bytecode() {}

  private static boolean isMonitor(byte opcode) {
    return (opcode & 0xFF) == MONITORENTER || (opcode & 0xFF) == MONITOREXIT;
  }

  /**
   * Whether one of the instructions is a monitorenter or monitorexit.
   *
   * @throws IndexOutOfBoundsException if there is an instruction that the JVMS does not have
   */
  static boolean hasMonitor(byte[] bytes, int start, int end) {
    int candidate = start;
    while (candidate < end && !isMonitor(bytes[candidate])) {
      candidate++;
    }
    // Mostly there is no such byte. If there is one, it may also be an operand.
    int at = candidate < end ? start : end;
    while (at < end) {
      if (isMonitor(bytes[at])) {
        return true;
      }
      at += length(bytes, at, start);
    }
    return false;
  }

  /** Whether it accesses a field or calls a method, which the constant pool names. */
  static boolean namesMember(byte opcode) {
    return (opcode & 0xFF) >= GETSTATIC && (opcode & 0xFF) <= INVOKEINTERFACE;
  }

  /**
   * The length in bytes of the instruction at {@code at} with its operands, in code that begins at
   * {@code start}.
   *
   * @throws IndexOutOfBoundsException if the JVMS does not have it
   */
  public static int length(byte[] bytes, int at, int start) {
    int opcode = bytes[at] & 0xFF;
    int length =
        switch (opcode) {
          case WIDE -> (bytes[at + 1] & 0xFF) == IINC ? 6 : 4;
          case TABLESWITCH -> {
            int table = operands(at, start);
            yield table + 12 + 4 * (u4(bytes, table + 8) - u4(bytes, table + 4) + 1) - at;
          }
          case LOOKUPSWITCH -> {
            int pairs = operands(at, start);
            yield pairs + 8 + 8 * u4(bytes, pairs + 4) - at;
          }
          default -> LENGTHS.charAt(opcode) - 'a' + 1;
        };
    if (length < 1) {
      throw new IndexOutOfBoundsException("a switch at " + at);
    }
    return length;
  }

  /** The operands of a switch are aligned to four bytes from the start of the code. */
  private static int operands(int at, int start) {
    return start + (at - start + 4 & ~3);
  }

  /** Two bytes as a number. */
  public static int u2(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
  }

  /** Four bytes as a number; more than an int can hold is negative. */
  public static int u4(byte[] bytes, int at) {
    return u2(bytes, at) << 16 | u2(bytes, at + 2);
  }
}
