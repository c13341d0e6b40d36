// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes sure that after {@code enter} there is stack left for {@code exit}, so that a {@link
 * StackOverflowError} in between cannot leave an object locked for ever.
 *
 * <p>The cost is nothing. Compiled code checks on entry that there is stack for the interpreter
 * frames of everything inlined into it, in case it is deoptimized, and a method that claims an
 * operand stack of more than a page makes it look that much further: one more touch of memory
 * instead of a probe by calls. In the interpreter {@code enter} and {@code exit} need the same
 * anyway.
 */
final class StackMargin {

  /** More than a page of words: HotSpot ignores smaller frames when it checks. */
  private static final int WORDS = 600;

  private StackMargin() {}

  static byte[] add(byte[] classFile, String method) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals(method) ? widened(next) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static MethodVisitor widened(MethodVisitor next) {
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + WORDS, maxLocals);
      }
    };
  }
}
