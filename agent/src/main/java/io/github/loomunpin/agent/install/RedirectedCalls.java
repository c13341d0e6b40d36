// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/**
 * The calls in a class file of some methods of one class, made calls of static methods of another
 * class with the same names. Constants are only added, and code keeps its length: the JVM need not
 * translate the other constants when it puts the result in the place of a class that is loaded.
 */
final class RedirectedCalls {

  private static final int INVOKEVIRTUAL = 0xB6;
  private static final int INVOKESTATIC = 0xB8;
  private static final int INVOKEINTERFACE = 0xB9;
  private static final int NOP = 0;

  /**
   * Which calls become which.
   *
   * @param owner internal name of the class whose methods are called
   * @param methods their names
   * @param target internal name of the class to be called instead
   * @param receiver descriptor of the first argument that the methods called instead have for what
   *     was the receiver; empty for static methods
   */
  record Redirection(String owner, Set<String> methods, String target, Optional<String> receiver) {}

  private final byte[] bytes;
  private final Constants constants;
  private final Redirection redirection;

  /** By the index of a method that is called, the one to call instead; 0 for all others. */
  private final int[] replacements;

  private final ByteArrayOutputStream added = new ByteArrayOutputStream();
  private int next;
  private int count;

  /**
   * @throws RuntimeException if the class file cannot be followed
   */
  RedirectedCalls(byte[] classFile, Redirection redirection) {
    bytes = classFile.clone();
    ClassFileMap map = new ClassFileMap(classFile);
    constants = map.constants();
    this.redirection = redirection;
    replacements = new int[constants.size()];
    next = constants.size();
    try (DataOutputStream out = new DataOutputStream(added)) {
      addConstants(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    if (added.size() > 0) {
      for (ClassFileMap.Code code : map.codes()) {
        replaceIn(code.start(), Bytecode.u4(bytes, code.start() - 4));
      }
    }
  }

  private void addConstants(DataOutputStream out) throws IOException {
    int target = 0;
    for (int i = 1; i < replacements.length; i++) {
      if (isRedirected(i)) {
        if (target == 0) {
          out.writeByte(Constants.UTF8);
          out.writeUTF(redirection.target());
          out.writeByte(Constants.CLASS);
          out.writeShort(next);
          target = next + 1;
          next += 2;
        }
        int nameAndType = constants.nameAndType(i);
        if (redirection.receiver().isPresent()) {
          String descriptor = constants.text(constants.u2(nameAndType, 2));
          out.writeByte(Constants.UTF8);
          out.writeUTF("(" + redirection.receiver().get() + descriptor.substring(1));
          out.writeByte(Constants.NAME_AND_TYPE);
          out.writeShort(constants.u2(nameAndType, 0));
          out.writeShort(next);
          nameAndType = next + 1;
          next += 2;
        }
        out.writeByte(Constants.METHOD);
        out.writeShort(target);
        out.writeShort(nameAndType);
        replacements[i] = next;
        next++;
      }
    }
  }

  private boolean isRedirected(int index) {
    int tag = constants.tag(index);
    return (tag == Constants.METHOD || tag == Constants.INTERFACE_METHOD)
        && constants.isText(constants.owner(index), redirection.owner())
        && redirection.methods().contains(name(index));
  }

  private String name(int method) {
    return constants.text(constants.u2(constants.nameAndType(method), 0));
  }

  private void replaceIn(int start, int length) {
    for (int i = start; i < start + length; ) {
      int size = Bytecode.length(bytes, i, start);
      if (isCall(bytes[i] & 0xFF)) {
        replaceAt(i, size);
      }
      i += size;
    }
  }

  private boolean isCall(int opcode) {
    return redirection.receiver().isPresent()
        ? opcode == INVOKEVIRTUAL || opcode == INVOKEINTERFACE
        : opcode == INVOKESTATIC;
  }

  private void replaceAt(int at, int size) {
    int replacement = replacements[Bytecode.u2(bytes, at + 1)];
    if (replacement == 0) {
      return;
    }
    bytes[at] = (byte) INVOKESTATIC;
    bytes[at + 1] = (byte) (replacement >> 8);
    bytes[at + 2] = (byte) replacement;
    for (int i = at + 3; i < at + size; i++) {
      bytes[i] = NOP;
    }
    count++;
  }

  /** How many calls there are. */
  int count() {
    return count;
  }

  byte[] classFile() {
    ByteArrayOutputStream file = new ByteArrayOutputStream(bytes.length + added.size());
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.write(bytes, 0, 8);
      out.writeShort(next);
      out.write(bytes, 10, constants.end() - 10);
      added.writeTo(out);
      out.write(bytes, constants.end(), bytes.length - constants.end());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }
}
