// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * What a class file says of its supertypes, read without ASM, which many starts need for nothing
 * else. Whatever is unusual is left to ASM.
 */
final class ClassHeader {

  private static final int MAGIC = 0xCAFEBABE;

  private final byte[] bytes;
  private final Constants constants;

  private ClassHeader(byte[] bytes) {
    this.bytes = bytes;
    this.constants = new Constants(bytes);
  }

  /** Facts about a class; empty if there is anything unusual about its file. */
  static Optional<ClassFacts> read(byte[] classFile, boolean jdk) {
    try {
      return isUsual(classFile)
          ? Optional.of(new ClassHeader(classFile).facts(jdk))
          : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Whether it is a class file of a known version; nobody knows yet how to read newer ones. */
  private static boolean isUsual(byte[] classFile) {
    return Bytecode.u4(classFile, 0) == MAGIC && Bytecode.u2(classFile, 6) <= Opcodes.V24;
  }

  private ClassFacts facts(boolean jdk) {
    int at = constants.end();
    int access = Bytecode.u2(bytes, at);
    String name = className(Bytecode.u2(bytes, at + 2));
    int above = Bytecode.u2(bytes, at + 4);
    String superName = above == 0 ? "" : className(above);
    int count = Bytecode.u2(bytes, at + 6);
    List<String> interfaces = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      interfaces.add(className(Bytecode.u2(bytes, at + 8 + 2 * i)));
    }
    return new ClassFacts(name, superName, List.copyOf(interfaces), access, jdk);
  }

  /**
   * @throws IllegalArgumentException if it has characters other than those of ASCII
   */
  private String className(int index) {
    int text = constants.className(index);
    if (constants.tag(index) != Constants.CLASS || constants.tag(text) != Constants.UTF8) {
      throw new IllegalArgumentException("no name at " + index);
    }
    String name = constants.text(text);
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80 || name.charAt(i) == 0) {
        throw new IllegalArgumentException("a name to be decoded");
      }
    }
    return name;
  }
}
