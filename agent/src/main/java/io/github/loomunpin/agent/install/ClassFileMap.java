// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the constants and the code of a class file are (JVMS chapter 4), for changes so small that
 * ASM, which has to be loaded first, would take most of the time.
 */
final class ClassFileMap {

  private static final int POOL = 8;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;

  /**
   * The code of a method.
   *
   * @param method its name
   * @param maxStack where the greatest depth of its stack is, of 2 bytes
   */
  record Code(String method, int maxStack) {

    /** Where the number of its local variables is, of 2 bytes. */
    int maxLocals() {
      return maxStack + 2;
    }

    int start() {
      return maxStack + 8;
    }
  }

  private final byte[] bytes;
  private final int[] constants;
  private final List<Code> codes = new ArrayList<>();
  private final int poolEnd;
  private int at = POOL;

  /**
   * @throws RuntimeException if the class file cannot be followed
   */
  ClassFileMap(byte[] classFile) {
    bytes = classFile;
    constants = new int[u2()];
    for (int i = 1; i < constants.length; i++) {
      constants[i] = at;
      int tag = bytes[at++];
      switch (tag) {
        case 1 -> {
          int length = u2();
          at += length;
        }
        case 3, 4, 9, METHOD, INTERFACE_METHOD, 12, 17, 18 -> at += 4;
        case 5, 6 -> {
          at += 8;
          i++;
        }
        case 7, 8, 16, 19, 20 -> at += 2;
        case 15 -> at += 3;
        default -> throw new IllegalArgumentException("constant pool tag " + tag);
      }
    }
    poolEnd = at;
    at += 6; // flags, class and superclass
    int interfaces = u2();
    at += 2 * interfaces;
    members();
    members();
  }

  private void members() {
    int count = u2();
    for (int i = 0; i < count; i++) {
      int name = Bytecode.u2(bytes, at + 2);
      at += 6;
      int attributes = u2();
      for (int j = 0; j < attributes; j++) {
        boolean isCode = isText(u2(), "Code");
        int length = Bytecode.u4(bytes, at);
        at += 4;
        if (isCode) {
          codes.add(new Code(text(name), at));
        }
        at += length;
      }
    }
  }

  private int u2() {
    int value = Bytecode.u2(bytes, at);
    at += 2;
    return value;
  }

  private String text(int index) {
    int utf8 = constants[index];
    return new String(bytes, utf8 + 3, Bytecode.u2(bytes, utf8 + 1), StandardCharsets.ISO_8859_1);
  }

  private boolean isText(int index, String text) {
    int utf8 = constants[index];
    if (Bytecode.u2(bytes, utf8 + 1) != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[utf8 + 3 + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The code of all methods that have some. */
  List<Code> codes() {
    return codes;
  }

  /** The number of constants, which is one more than the last index. */
  int constants() {
    return constants.length;
  }

  /** Where the constant pool ends, and more constants can be inserted. */
  int poolEnd() {
    return poolEnd;
  }

  /** Whether a constant is a method of a class, or of an interface. */
  boolean isMethod(int index) {
    // A long or double takes two indices, of which the second is nowhere.
    int tag = constants[index] == 0 ? 0 : bytes[constants[index]];
    return tag == METHOD || tag == INTERFACE_METHOD;
  }

  boolean isMethodOf(int index, String owner) {
    return isText(u2At(u2At(index, 1), 1), owner);
  }

  String methodName(int index) {
    return text(u2At(nameAndType(index), 1));
  }

  /** The index of the name and descriptor of a constant method. */
  int nameAndType(int index) {
    return u2At(index, 3);
  }

  private int u2At(int index, int offset) {
    return Bytecode.u2(bytes, constants[index] + offset);
  }
}
