// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/** The bytes of each method as they stand in a class file (JVMS §4.6), by name. */
final class MethodBytes {

  private final ByteBuffer file;
  private final ClassReader reader;
  private final Map<String, String> methods = new TreeMap<>();

  private MethodBytes(byte[] classFile) {
    this.file = ByteBuffer.wrap(classFile);
    this.reader = new ClassReader(classFile);
  }

  static Map<String, String> of(byte[] classFile) {
    MethodBytes bytes = new MethodBytes(classFile);
    bytes.read();
    return bytes.methods;
  }

  private void read() {
    file.position(reader.header + 6);
    file.position(file.position() + 2 + 2 * Short.toUnsignedInt(file.getShort(file.position())));
    for (int fields = Short.toUnsignedInt(file.getShort()); fields > 0; fields--) {
      member();
    }
    for (int rest = Short.toUnsignedInt(file.getShort()); rest > 0; rest--) {
      int start = file.position();
      String name = reader.readUTF8(start + 2, new char[1000]);
      member();
      byte[] bytes = new byte[file.position() - start];
      file.get(start, bytes);
      methods.merge(name, HexFormat.of().formatHex(bytes), String::concat);
    }
  }

  private void member() {
    file.position(file.position() + 6);
    for (int rest = Short.toUnsignedInt(file.getShort()); rest > 0; rest--) {
      file.getShort();
      int length = file.getInt();
      file.position(file.position() + length);
    }
  }
}
