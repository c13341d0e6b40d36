// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has the JDK's {@code onPinned}, which it calls when a virtual thread cannot give up its carrier,
 * call the runtime first.
 */
final class PinHook {

  private static final String METHOD = "onPinned";
  private static final String RUNTIME = "java/lang/$UnpinPinnedWait";

  private PinHook() {}

  /** The class file with that call, or as it is if it has no such method. */
  static byte[] in(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals(METHOD) ? new Telling(next) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class Telling extends MethodVisitor {

    Telling(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME, "isPinned", "()V", false);
    }
  }
}
