// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The static calls in a class file of one class's native methods that define classes, made calls of
 * another class's methods with the same names and descriptors. Constants are only added: the JVM
 * need not translate the others when it puts the result in the place of a class that is loaded.
 */
final class DefinitionCalls {

  private static final int INVOKESTATIC = 0xB8;
  private static final int CLASS = 7;

  private final byte[] bytes;
  private final Constants constants;
  private final String target;

  /** By the index of a method that is called, the one to call instead; 0 for all others. */
  private final int[] replacements;

  private final int first;
  private int added;
  private int count;

  /**
   * @param owner internal name of the class with the native methods
   * @param target internal name of the class to be called instead
   * @throws RuntimeException if the class file cannot be followed
   */
  DefinitionCalls(byte[] classFile, String owner, String target) {
    bytes = classFile.clone();
    ClassFileMap map = new ClassFileMap(classFile);
    constants = map.constants();
    this.target = target;
    first = constants.size();
    replacements = new int[first];
    for (int i = 1; i < first; i++) {
      if (isMethod(i) && constants.isText(constants.owner(i), owner) && defines(i)) {
        replacements[i] = first + 2 + added;
        added++;
      }
    }
    if (added > 0) {
      for (ClassFileMap.Code code : map.codes()) {
        replaceIn(code.start(), Bytecode.u4(bytes, code.start() - 4));
      }
    }
  }

  private boolean isMethod(int index) {
    int tag = constants.tag(index);
    return tag == Constants.METHOD || tag == Constants.INTERFACE_METHOD;
  }

  private boolean defines(int method) {
    String name = constants.text(constants.u2(constants.nameAndType(method), 0));
    return name.equals("defineClass0")
        || name.equals("defineClass1")
        || name.equals("defineClass2");
  }

  private void replaceIn(int start, int length) {
    for (int i = start; i < start + length; i += Bytecode.length(bytes, i, start)) {
      if ((bytes[i] & 0xFF) == INVOKESTATIC) {
        int replacement = replacements[Bytecode.u2(bytes, i + 1)];
        if (replacement != 0) {
          bytes[i + 1] = (byte) (replacement >> 8);
          bytes[i + 2] = (byte) replacement;
          count++;
        }
      }
    }
  }

  /** How many calls there are. */
  int count() {
    return count;
  }

  byte[] classFile() {
    ByteArrayOutputStream file = new ByteArrayOutputStream(bytes.length + 64);
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.write(bytes, 0, 8);
      out.writeShort(first + 2 + added);
      out.write(bytes, 10, constants.end() - 10);
      out.writeByte(Constants.UTF8);
      out.writeUTF(target);
      out.writeByte(CLASS);
      out.writeShort(first);
      for (int i = 1; i < first; i++) {
        if (replacements[i] != 0) {
          out.writeByte(Constants.METHOD);
          out.writeShort(first + 1);
          out.writeShort(constants.nameAndType(i));
        }
      }
      out.write(bytes, constants.end(), bytes.length - constants.end());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }
}
