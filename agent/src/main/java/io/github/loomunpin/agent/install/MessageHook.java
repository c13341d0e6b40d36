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
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The class file of an error whose constructor with a message passes that on at its end, where that
 * constructor is as javac compiles one that does nothing else. Its variables end, for a debugger,
 * before what is added.
 */
final class MessageHook {

  static final String METHOD = "notVerified";
  static final String DESCRIPTOR = "(Ljava/lang/String;)V";

  private static final int ALOAD_0 = 0x2A;
  private static final int ALOAD_1 = 0x2B;
  private static final int RETURN = 0xB1;
  private static final int INVOKESPECIAL = 0xB7;
  private static final int INVOKESTATIC = 0xB8;

  /** {@code super(message);} and the return behind it. */
  private static final int LENGTH = 6;

  /** Loading the message and passing it on. */
  private static final int MORE = 4;

  private MessageHook() {}

  /**
   * @param runtime internal name of the class whose method is called
   * @return empty if there is no such constructor
   */
  static Optional<byte[]> in(byte[] classFile, String runtime) {
    ClassFileMap map = new ClassFileMap(classFile);
    for (ClassFileMap.Code code : map.codes()) {
      if (code.method().equals("<init>") && passesMessage(classFile, code.start())) {
        return Optional.of(with(classFile, runtime, map.constants(), code));
      }
    }
    return Optional.empty();
  }

  private static boolean passesMessage(byte[] bytes, int start) {
    return Bytecode.u4(bytes, start - 4) == LENGTH
        && (bytes[start] & 0xFF) == ALOAD_0
        && (bytes[start + 1] & 0xFF) == ALOAD_1
        && (bytes[start + 2] & 0xFF) == INVOKESPECIAL
        && (bytes[start + 5] & 0xFF) == RETURN
        && Bytecode.u2(bytes, start + LENGTH) == 0; // no exception table
  }

  private static byte[] with(
      byte[] bytes, String runtime, Constants constants, ClassFileMap.Code code) {
    int first = constants.size();
    int end = code.start() + LENGTH - 1;
    ByteArrayOutputStream file = new ByteArrayOutputStream(bytes.length + 128);
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.write(bytes, 0, 8);
      out.writeShort(first + AddedMethod.COUNT);
      out.write(bytes, 10, constants.end() - 10);
      new AddedMethod(runtime, METHOD, DESCRIPTOR).write(out, first);
      int attribute = code.maxStack() - 4;
      out.write(bytes, constants.end(), attribute - constants.end());
      out.writeInt(Bytecode.u4(bytes, attribute) + MORE);
      out.write(bytes, code.maxStack(), 4);
      out.writeInt(LENGTH + MORE);
      out.write(bytes, code.start(), LENGTH - 1);
      out.writeByte(ALOAD_1);
      out.writeByte(INVOKESTATIC);
      out.writeShort(first + AddedMethod.COUNT - 1);
      out.write(bytes, end, bytes.length - end);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }

  /**
   * Changes a class file in the same way, whatever code it has: another agent may have changed it.
   */
  static final class ByAsm {

    private ByAsm() {}

    static byte[] in(byte[] classFile, String runtime) {
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
              MethodVisitor next =
                  super.visitMethod(access, name, descriptor, signature, exceptions);
              return descriptor.equals(DESCRIPTOR) ? new Telling(next, runtime) : next;
            }
          },
          0);
      return writer.toByteArray();
    }

    private static final class Telling extends MethodVisitor {

      private final String runtime;

      Telling(MethodVisitor next, String runtime) {
        super(Opcodes.ASM9, next);
        this.runtime = runtime;
      }

      @Override
      public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
          super.visitVarInsn(Opcodes.ALOAD, 1);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, runtime, METHOD, DESCRIPTOR, false);
        }
        super.visitInsn(opcode);
      }
    }
  }
}
