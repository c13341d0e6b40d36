// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The report promises what the scanner says, and the rewriter keeps it. */
class ScannerAgreementTest {

  private final Rules rules = new Rules(Map.of(), Set.of());

  private void agree(byte[] classFile, int rewritten) throws Exception {
    List<MonitorSite> sites = rules.scan(classFile);
    RewriteResult result = rules.rewrite(classFile);
    long left = sites.stream().filter(site -> site.decision().mode() == Mode.NATIVE).count();

    assertThat(result.rewritten()).isEqualTo(rewritten);
    assertThat(sites.size() - left).isEqualTo(rewritten);
    assertThat(result.leftNative().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo((int) left);
  }

  @Test
  void on_code_that_cannot_be_followed() throws Exception {
    agree(odd(Opcodes.ACC_STATIC, "method", ScannerAgreementTest::cannotBeFollowed), 2);
  }

  @Test
  void on_a_synchronized_method_that_cannot_be_followed() throws Exception {
    agree(
        odd(
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED,
            "method",
            ScannerAgreementTest::cannotBeFollowed),
        3);
  }

  @Test
  void on_flags_that_lock_nothing() throws Exception {
    int flag = Opcodes.ACC_SYNCHRONIZED;
    agree(odd(flag | Opcodes.ACC_STATIC, "<clinit>", code -> code.visitInsn(Opcodes.RETURN)), 0);
    agree(odd(flag | Opcodes.ACC_ABSTRACT, "method", code -> {}), 0);
  }

  private static void cannotBeFollowed(MethodVisitor code) {
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.RETURN);
  }

  private static byte[] odd(int access, String name, Consumer<MethodVisitor> code) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_4, Opcodes.ACC_ABSTRACT, "odd/Odd", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
    if ((access & Opcodes.ACC_ABSTRACT) == 0) {
      method.visitCode();
      code.accept(method);
      method.visitMaxs(1, 0);
    }
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Only classes whose fields may be private locks need the code of all methods. */
  @Test
  void on_which_classes_may_have_private_locks() {
    assertThat(hasCodeOfOthers(false)).isTrue();
    assertThat(hasCodeOfOthers(true)).isFalse();
  }

  private static boolean hasCodeOfOthers(boolean hasNest) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, 0, "odd/Odd", null, "java/lang/Object", null);
    if (hasNest) {
      writer.visitNestMember("odd/Odd$Inner");
    }
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    writer.visitField(access, "lock", OddClass.LOCK, null, null).visitEnd();
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "other", "()V", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    byte[] bytes = writer.toByteArray();
    ClassRewriter.NeededMethods node = new ClassRewriter.NeededMethods(ClassFilePeek.at(bytes));
    new ClassReader(bytes).accept(node, 0);
    return node.methods.get(0).instructions.size() > 0;
  }
}
