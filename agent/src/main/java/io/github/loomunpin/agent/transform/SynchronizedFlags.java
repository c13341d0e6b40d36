// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** Sets and clears the synchronized flags of methods in class files, and changes nothing else. */
final class SynchronizedFlags {

  private final byte[] bytes;
  private final Constants constants;
  private int at;

  private SynchronizedFlags(byte[] classFile) {
    bytes = classFile.clone();
    constants = new Constants(classFile);
  }

  /**
   * A copy of a class file with the flag set for some methods.
   *
   * @param methods by name and descriptor
   * @throws RuntimeException if the class file cannot be followed
   */
  static byte[] set(byte[] classFile, Set<String> methods) {
    return new SynchronizedFlags(classFile).with(methods, Opcodes.ACC_SYNCHRONIZED);
  }

  /** The same with the flag cleared. */
  static byte[] clear(byte[] classFile, Set<String> methods) {
    return new SynchronizedFlags(classFile).with(methods, 0);
  }

  private byte[] with(Set<String> methods, int flag) {
    at = constants.end() + 6; // flags, class and superclass
    int interfaces = u2();
    at += 2 * interfaces;
    for (int fields = u2(); fields > 0; fields--) {
      at += 6;
      skipAttributes();
    }
    for (int count = u2(); count > 0; count--) {
      String key =
          constants.utf8(Bytecode.u2(bytes, at + 2)) + constants.utf8(Bytecode.u2(bytes, at + 4));
      if (methods.contains(key)) {
        bytes[at + 1] = (byte) (bytes[at + 1] & ~Opcodes.ACC_SYNCHRONIZED | flag);
      }
      at += 6;
      skipAttributes();
    }
    return bytes;
  }

  private void skipAttributes() {
    for (int count = u2(); count > 0; count--) {
      at += 6 + Bytecode.u4(bytes, at + 2);
    }
  }

  private int u2() {
    int value = Bytecode.u2(bytes, at);
    at += 2;
    return value;
  }
}
