// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
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
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int METHOD = 10;

  private final byte[] bytes;
  private final ClassFileMap map;
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
    map = new ClassFileMap(classFile);
    this.target = target;
    first = map.constants();
    replacements = new int[first];
    for (int i = 1; i < first; i++) {
      if (map.isMethod(i) && map.isMethodOf(i, owner) && defines(map.methodName(i))) {
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

  private static boolean defines(String method) {
    return method.equals("defineClass0")
        || method.equals("defineClass1")
        || method.equals("defineClass2");
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
      out.write(bytes, 10, map.poolEnd() - 10);
      out.writeByte(UTF8);
      out.writeUTF(target);
      out.writeByte(CLASS);
      out.writeShort(first);
      for (int i = 1; i < first; i++) {
        if (replacements[i] != 0) {
          out.writeByte(METHOD);
          out.writeShort(first + 1);
          out.writeShort(map.nameAndType(i));
        }
      }
      out.write(bytes, map.poolEnd(), bytes.length - map.poolEnd());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }
}
