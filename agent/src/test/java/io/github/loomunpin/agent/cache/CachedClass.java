// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.Arrays;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class with a synchronized method that asks about its superclass, and counts its rewrites. */
final class CachedClass {

  final String name;
  final byte[] file;
  int rewrites;

  CachedClass(String name, String superName) {
    this(name, superName, 0);
  }

  /**
   * @param constants how many more constants the class file has than it needs
   */
  CachedClass(String name, String superName, int constants) {
    this.name = name;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    for (int i = 0; i < constants; i++) {
      writer.newConst(i);
    }
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, superName, null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_SYNCHRONIZED, "method", "(I)V", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    file = writer.toByteArray();
  }

  RewriteResult in(RewriteCache cache, ModeQuestions live) {
    return cache.rewrite(name, file, live, this::anew);
  }

  RewriteResult anew(ModeQuestions classes) {
    rewrites++;
    return new ClassRewriter(new ModeRules(classes)).rewrite(file);
  }

  /** Whether both are the same in all parts. */
  static boolean areSame(RewriteResult a, RewriteResult b) {
    return Arrays.equals(a.bytes().orElse(null), b.bytes().orElse(null))
        && a.name().equals(b.name())
        && a.rewritten() == b.rewritten()
        && a.leftNative().equals(b.leftNative())
        && a.slow().equals(b.slow())
        && a.pinning().equals(b.pinning())
        && a.problems().equals(b.problems());
  }
}
