// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** The methods of a class file as byte ranges (JVMS §4.1), to see what happened to each. */
final class RawClass {

  /** A method's flags and its Code attribute. */
  record Method(int accessOffset, int access, int start, int end) {

    boolean hasCode() {
      return end > start;
    }

    boolean isSameAs(Method other, byte[] bytes, byte[] otherBytes) {
      return access == other.access
          && Arrays.equals(bytes, start, end, otherBytes, other.start, other.end);
    }
  }

  private static final String INITIALIZER = "<clinit>";
  private static final String RENAMED = "$clinit$";

  private final byte[] bytes;
  private final ClassReader reader;
  private final Map<String, Method> methods = new LinkedHashMap<>();
  private final char[] buffer;

  RawClass(byte[] bytes) {
    this.bytes = bytes;
    this.reader = new ClassReader(bytes);
    this.buffer = new char[reader.getMaxStringLength()];
    int at = reader.header + 6;
    at += 2 + 2 * reader.readUnsignedShort(at);
    at = skipMembers(at, false);
    skipMembers(at, true);
  }

  /** The name and descriptor that a method has after {@link #withoutInitializer}. */
  static String nameWithoutInitializer(String method) {
    return method.equals(INITIALIZER + "()V") ? RENAMED + "()V" : method;
  }

  byte[] bytes() {
    return bytes;
  }

  /** By name and descriptor. */
  Map<String, Method> methods() {
    return methods;
  }

  /** Bytes of bytecode. */
  int codeLength(Method method) {
    return method.hasCode() ? reader.readInt(method.start() + 10) : 0;
  }

  /** The class file with its initializer under an ordinary name, so that it never runs. */
  byte[] withoutInitializer() {
    byte[] copy = bytes.clone();
    Method initializer = methods.get(INITIALIZER + "()V");
    if (initializer == null) {
      return copy;
    }
    if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
      if ((reader.readUnsignedShort(6) & 0xFFFF) < Opcodes.V1_8) {
        // Such interfaces can have no other method with code, so nobody initializes them.
        return copy;
      }
      putAccess(copy, initializer.accessOffset(), Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC);
    } else {
      putAccess(copy, initializer.accessOffset(), initializer.access() | Opcodes.ACC_STATIC);
    }
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item > 0 && bytes[item - 1] == 1 && isInitializer(item)) {
        byte[] name = RENAMED.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, copy, item + 2, name.length);
      }
    }
    return copy;
  }

  private boolean isInitializer(int item) {
    return reader.readUnsignedShort(item) == INITIALIZER.length()
        && new String(bytes, item + 2, INITIALIZER.length(), StandardCharsets.US_ASCII)
            .equals(INITIALIZER);
  }

  private static void putAccess(byte[] bytes, int offset, int access) {
    bytes[offset] = (byte) (access >> 8);
    bytes[offset + 1] = (byte) access;
  }

  private int skipMembers(int offset, boolean areMethods) {
    int at = offset + 2;
    for (int left = reader.readUnsignedShort(offset); left > 0; left--) {
      int member = at;
      int start = 0;
      int end = 0;
      at += 8;
      for (int attributes = reader.readUnsignedShort(at - 2); attributes > 0; attributes--) {
        int next = at + 6 + reader.readInt(at + 2);
        if (areMethods && "Code".equals(reader.readUTF8(at, buffer))) {
          start = at;
          end = next;
        }
        at = next;
      }
      if (areMethods) {
        String key = reader.readUTF8(member + 2, buffer) + reader.readUTF8(member + 4, buffer);
        methods.put(key, new Method(member, reader.readUnsignedShort(member), start, end));
      }
    }
    return at;
  }
}
