// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Tells classes without any site from the rest by one pass over the class file, without building
 * anything: most classes have none, and a full scan builds a tree of each.
 *
 * <ol>
 *   <li>the constant pool is walked for names that wait, notify and their like are called by;
 *   <li>the methods are walked for the synchronized flag and for monitorenter;
 *   <li>anything odd (damage, a newer version, an unknown instruction) counts as "may have sites",
 *       so that the full scan judges it and says what is wrong.
 * </ol>
 */
final class SiteProbe {

  private static final int MAGIC = 0xCAFEBABE;
  private static final int NEWEST_MAJOR = org.objectweb.asm.Opcodes.V27 & 0xFFFF;
  private static final Set<String> NAMES =
      Set.of("wait", "notify", "notifyAll", "holdsLock", "timedWait");
  private static final int SHORTEST_NAME = 4;
  private static final int LONGEST_NAME = 9;

  private static final int ACC_SYNCHRONIZED = 0x20;
  private static final int MONITORENTER = 0xC2;
  private static final int TABLESWITCH = 0xAA;
  private static final int LOOKUPSWITCH = 0xAB;
  private static final int WIDE = 0xC4;
  private static final int IINC = 0x84;

  /** Bytes of each instruction by opcode, JVMS 6.5; 0 where the length varies. */
  private static final String LENGTHS =
      "1".repeat(16) // constants
          + "23233" // bipush, sipush, ldc, ldc_w, ldc2_w
          + "22222" // loads
          + "1".repeat(28)
          + "22222" // stores
          + "1".repeat(73)
          + "3" // iinc
          + "1".repeat(20)
          + "3".repeat(16) // jumps, jsr
          + "2" // ret
          + "00" // switches
          + "111111" // returns
          + "3333333" // fields, invokevirtual, invokespecial, invokestatic
          + "55" // invokeinterface, invokedynamic
          + "323" // new, newarray, anewarray
          + "11" // arraylength, athrow
          + "33" // checkcast, instanceof
          + "11" // monitors
          + "0" // wide
          + "4" // multianewarray
          + "33" // ifnull, ifnonnull
          + "55"; // goto_w, jsr_w

  private final ByteBuffer in;
  private int codeName = -1;

  private SiteProbe(byte[] classFile) {
    in = ByteBuffer.wrap(classFile);
  }

  static boolean mayHaveSites(byte[] classFile) {
    try {
      return new SiteProbe(classFile).mayHaveSites();
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return true;
    }
  }

  private boolean mayHaveSites() {
    boolean known = in.getInt() == MAGIC && (in.getInt() & 0xFFFF) <= NEWEST_MAJOR;
    if (!known || constantPoolNamesSites()) {
      return true;
    }
    skip(6);
    skip(2 * u2());
    for (int fields = u2(); fields > 0; fields--) {
      skip(6);
      skipAttributes();
    }
    for (int methods = u2(); methods > 0; methods--) {
      boolean isSynchronized = (u2() & ACC_SYNCHRONIZED) != 0;
      skip(4);
      if (isSynchronized || codeEnters()) {
        return true;
      }
    }
    skipAttributes();
    return in.hasRemaining();
  }

  private boolean constantPoolNamesSites() {
    int count = u2();
    for (int i = 1; i < count; i++) {
      int tag = in.get();
      switch (tag) {
        case 1 -> {
          int length = u2();
          if (length >= SHORTEST_NAME && length <= LONGEST_NAME) {
            String text = latin1(length);
            if (NAMES.contains(text)) {
              return true;
            }
            if (text.equals("Code")) {
              codeName = i;
            }
          }
          skip(length);
        }
        case 3, 4, 9, 10, 11, 12, 17, 18 -> skip(4);
        case 5, 6 -> {
          skip(8);
          // Long and double take two entries, JVMS 4.4.5.
          i++;
        }
        case 7, 8, 16, 19, 20 -> skip(2);
        case 15 -> skip(3);
        default -> throw new IllegalArgumentException();
      }
    }
    return false;
  }

  private String latin1(int length) {
    return new String(
        in.array(), in.position(), length, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private boolean codeEnters() {
    for (int attributes = u2(); attributes > 0; attributes--) {
      int name = u2();
      int end = in.getInt() + in.position();
      if (name == codeName) {
        skip(4);
        int length = in.getInt();
        if (length < 0 || enters(in.position(), length)) {
          return true;
        }
      }
      in.position(end);
    }
    return false;
  }

  private boolean enters(int start, int length) {
    int at = start;
    while (at < start + length) {
      int opcode = in.get(at) & 0xFF;
      switch (opcode) {
        case MONITORENTER -> {
          return true;
        }
        case TABLESWITCH -> {
          int operands = at + 4 - (at - start) % 4;
          at = operands + 12 + 4 * (in.getInt(operands + 8) - in.getInt(operands + 4) + 1);
        }
        case LOOKUPSWITCH -> {
          int operands = at + 4 - (at - start) % 4;
          at = operands + 8 + 8 * in.getInt(operands + 4);
        }
        case WIDE -> at += (in.get(at + 1) & 0xFF) == IINC ? 6 : 4;
        default -> at += LENGTHS.charAt(opcode) - '0';
      }
      if (at <= start) {
        return true;
      }
    }
    return at != start + length;
  }

  private void skipAttributes() {
    for (int attributes = u2(); attributes > 0; attributes--) {
      skip(2);
      skip(in.getInt());
    }
  }

  private int u2() {
    return in.getShort() & 0xFFFF;
  }

  private void skip(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException();
    }
    in.position(in.position() + bytes);
  }
}
