// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import io.github.loomunpin.rules.classfile.MethodPlaces;
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

  /**
   * @throws RuntimeException if the class file cannot be followed
   */
  ClassFileMap(byte[] classFile) {
    bytes = classFile;
    constants = new Constants(classFile);
    for (int method : MethodPlaces.of(classFile, constants)) {
      addCode(method);
    }
  }

  private void addCode(int method) {
    int at = method + 8;
    for (int count = Bytecode.u2(bytes, method + 6); count > 0; count--) {
      if (constants.isText(Bytecode.u2(bytes, at), "Code")) {
        codes.add(new Code(constants.text(Bytecode.u2(bytes, method + 2)), at + 6));
      }
      at += 6 + Bytecode.u4(bytes, at + 2);
    }
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
