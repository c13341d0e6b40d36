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

/**
 * Has the JDK's {@code onPinned}, which it calls when a virtual thread cannot give up its carrier,
 * call the runtime. The method begins with the question whether to print that thread, which the
 * agent forbids anyway; the call takes the place of the instruction that reads the answer, and
 * gives it. So no other instruction moves.
 */
final class PinHook {

  private static final String METHOD = "onPinned";
  private static final String ASKED = "TRACE_PINNING_MODE";
  private static final AddedMethod RUNTIME =
      new AddedMethod("java/lang/$UnpinPinnedWait", "tracesPinned", "()I");

  private static final int GETSTATIC = 0xB2;
  private static final int INVOKESTATIC = 0xB8;

  private PinHook() {}

  /** Empty if there is no method that begins so. */
  static Optional<byte[]> in(byte[] classFile) {
    ClassFileMap map = new ClassFileMap(classFile);
    for (ClassFileMap.Code code : map.codes()) {
      if (code.method().equals(METHOD) && asks(classFile, map.constants(), code.start())) {
        return Optional.of(with(classFile, map, code.start()));
      }
    }
    return Optional.empty();
  }

  /** Whether an instruction reads that number: the JVM does not verify what replaces it. */
  private static boolean asks(byte[] bytes, Constants constants, int at) {
    if ((bytes[at] & 0xFF) != GETSTATIC) {
      return false;
    }
    int nameAndType = constants.nameAndType(Bytecode.u2(bytes, at + 1));
    return constants.isText(constants.u2(nameAndType, 0), ASKED)
        && constants.isText(constants.u2(nameAndType, 2), "I");
  }

  private static byte[] with(byte[] bytes, ClassFileMap map, int start) {
    int first = map.constants().size();
    int end = map.constants().end();
    ByteArrayOutputStream file = new ByteArrayOutputStream(bytes.length + 64);
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.write(bytes, 0, 8);
      out.writeShort(first + AddedMethod.COUNT);
      out.write(bytes, 10, end - 10);
      RUNTIME.write(out, first);
      out.write(bytes, end, start - end);
      out.writeByte(INVOKESTATIC);
      out.writeShort(first + AddedMethod.COUNT - 1);
      int next = start + Bytecode.length(bytes, start, start);
      out.write(bytes, next, bytes.length - next);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }
}
