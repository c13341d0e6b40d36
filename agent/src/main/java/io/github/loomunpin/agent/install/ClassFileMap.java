// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the code of a class file is (JVMS chapter 4), for changes so small that ASM, which has to
 * be loaded first, would take most of the time.
 */
final class ClassFileMap {

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
  private final Constants constants;
  private final List<Code> codes = new ArrayList<>();
  private int at;

  /**
   * @throws RuntimeException if the class file cannot be followed
   */
  ClassFileMap(byte[] classFile) {
    bytes = classFile;
    constants = new Constants(classFile);
    at = constants.end() + 6; // flags, class and superclass
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
        boolean isCode = constants.isText(u2(), "Code");
        int length = Bytecode.u4(bytes, at);
        at += 4;
        if (isCode) {
          codes.add(new Code(constants.text(name), at));
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

  /** The code of all methods that have some. */
  List<Code> codes() {
    return codes;
  }

  /** What the class file names. */
  Constants constants() {
    return constants;
  }
}
