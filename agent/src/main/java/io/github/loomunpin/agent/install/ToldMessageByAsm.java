// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Changes a class file as {@link ToldMessage} does, for any code, which another agent may have
 * changed.
 */
final class ToldMessageByAsm {

  private ToldMessageByAsm() {}

  static byte[] in(byte[] classFile, String runtime) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return descriptor.equals(ToldMessage.DESCRIPTOR) ? new Telling(next, runtime) : next;
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
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, runtime, ToldMessage.METHOD, ToldMessage.DESCRIPTOR, false);
      }
      super.visitInsn(opcode);
    }
  }
}
