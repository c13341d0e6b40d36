// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.OddClass.LOCK;
import static io.github.loomunpin.agent.rewrite.OddClass.NAME;
import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** Shapes that javac does not make and that the rewrite must survive. */
class OddClassesTest {

  private static final String LOCK_TO_VOID = "(" + LOCK + ")V";

  static IntStream versions() {
    return IntStream.concat(IntStream.of(Opcodes.V1_1), IntStream.rangeClosed(46, 65));
  }

  /** {@code synchronized (lock) { hashCode() }} as javac compiles it, the lock being variable 1. */
  private static void block(MethodVisitor code) {
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(from, to, handler, null);
    code.visitTryCatchBlock(handler, end, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(from);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
    code.visitInsn(Opcodes.POP);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(to);
    Label out = new Label();
    code.visitJumpInsn(Opcodes.GOTO, out);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(out);
    code.visitInsn(Opcodes.RETURN);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void every_class_file_version_is_rewritten(int version) {
    byte[] odd =
        OddClass.of(version)
            .method(0, "block", LOCK_TO_VOID, OddClassesTest::block)
            .method(Opcodes.ACC_SYNCHRONIZED, "flagged", LOCK_TO_VOID, OddClassesTest::block)
            .bytes();

    int major = rewriting(odd).verifies().rewritesSites(3).tree().version & 0xFFFF;

    assertThat(major).isEqualTo(version & 0xFFFF);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void static_synchronized_methods_raise_old_versions_to_49(int version) {
    int access = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC;
    byte[] odd =
        OddClass.of(version).method(access, "flagged", "()V", code -> code.visitInsn(177)).bytes();

    int major = rewriting(odd).verifies().tree().version & 0xFFFF;

    assertThat(major).isEqualTo(Math.max(version & 0xFFFF, 49));
  }

  @Test
  void version_50_without_frames_still_fails_over_to_the_old_verifier() {
    byte[] odd =
        OddClass.withoutFrames(Opcodes.V1_6)
            .method(0, "block", LOCK_TO_VOID, OddClassesTest::block)
            .method(Opcodes.ACC_SYNCHRONIZED, "flagged", LOCK_TO_VOID, OddClassesTest::block)
            .bytes();

    rewriting(odd).verifies();
  }

  @Test
  void slot_0_may_be_overwritten() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "reuse",
                "(Ljava/lang/Object;J)I",
                code -> {
                  Label end = new Label();
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitJumpInsn(Opcodes.IFNULL, end);
                  code.visitInsn(Opcodes.ICONST_1);
                  code.visitVarInsn(Opcodes.ISTORE, 0);
                  code.visitVarInsn(Opcodes.ILOAD, 0);
                  code.visitInsn(Opcodes.IRETURN);
                  code.visitLabel(end);
                  code.visitInsn(Opcodes.ICONST_2);
                  code.visitInsn(Opcodes.IRETURN);
                })
            .bytes();

    rewriting(odd).verifies().matchesSnapshot("OddSlot0");
  }

  @Test
  void subroutines_are_inlined() {
    byte[] odd =
        OddClass.of(Opcodes.V1_4)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "subroutine",
                LOCK_TO_VOID,
                code -> {
                  Label subroutine = new Label();
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitJumpInsn(Opcodes.JSR, subroutine);
                  code.visitInsn(Opcodes.RETURN);
                  code.visitLabel(subroutine);
                  code.visitVarInsn(Opcodes.ASTORE, 2);
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitVarInsn(Opcodes.RET, 2);
                })
            .bytes();

    rewriting(odd).verifies().matchesSnapshot("OddSubroutine");
  }

  @Test
  void one_exit_for_two_enters_looks_at_its_object() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "join",
                "(Ljava/lang/Object;Lodd/Odd;)V",
                code -> {
                  Label other = new Label();
                  Label join = new Label();
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitJumpInsn(Opcodes.IFNULL, other);
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitJumpInsn(Opcodes.GOTO, join);
                  code.visitLabel(other);
                  code.visitVarInsn(Opcodes.ALOAD, 2);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitLabel(join);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    RewriteResult result = rewriting(odd).isValid().result();

    assertThat(result.rewritten()).isEqualTo(2);
  }

  @Test
  void unbalanced_monitors_are_rewritten_one_by_one() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "enterOnly",
                LOCK_TO_VOID,
                code -> {
                  Label loop = new Label();
                  code.visitLabel(loop);
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitJumpInsn(Opcodes.GOTO, loop);
                })
            .method(
                0,
                "exitOnly",
                LOCK_TO_VOID,
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd).isValid().matchesSnapshot("OddUnbalanced");
  }

  @Test
  void locking_before_the_constructor_call_stays_native() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "raw",
                "()V",
                code -> {
                  code.visitTypeInsn(Opcodes.NEW, NAME);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitInsn(Opcodes.DUP);
                  code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd)
        .isUntouched()
        .leavesNative("the object is locked before its constructor has run", 1);
  }

  @Test
  void an_object_under_construction_may_wait_on_the_stack_while_another_is_locked() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "waits",
                LOCK_TO_VOID,
                code -> {
                  code.visitTypeInsn(Opcodes.NEW, NAME);
                  code.visitInsn(Opcodes.DUP);
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
                  code.visitInsn(Opcodes.POP);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd).isValid().rewritesSites(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 21_800})
  void methods_near_the_limit_of_64_kb_are_rewritten(int increments) {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "large",
                LOCK_TO_VOID,
                code -> {
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitVarInsn(Opcodes.ISTORE, 4);
                  for (int i = 0; i < increments; i++) {
                    code.visitIincInsn(4, 1);
                  }
                  block(code);
                })
            .bytes();

    assertThat(rewriting(odd).isValid().result().rewritten()).isEqualTo(2);
  }

  @Test
  void entries_of_one_variable_may_overlap() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "overlap",
                LOCK_TO_VOID,
                code -> {
                  Label start = new Label();
                  Label inside = new Label();
                  Label end = new Label();
                  code.visitLabel(start);
                  code.visitInsn(Opcodes.NOP);
                  code.visitLabel(inside);
                  block(code);
                  code.visitLabel(end);
                  String self = "L" + NAME + ";";
                  code.visitLocalVariable("this", self, null, start, end, 0);
                  code.visitLocalVariable("this", self, null, inside, end, 0);
                })
            .bytes();

    rewriting(odd).verifies().rewritesSites(1);
  }

  private static byte[] largeBody(int access, int increments) {
    return OddClass.of(Opcodes.V1_8)
        .method(
            access,
            "large",
            LOCK_TO_VOID,
            code -> {
              Label from = new Label();
              Label to = new Label();
              Label handler = new Label();
              Label end = new Label();
              code.visitTryCatchBlock(from, to, handler, null);
              code.visitTryCatchBlock(handler, end, handler, null);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitVarInsn(Opcodes.ISTORE, 3);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.DUP);
              code.visitVarInsn(Opcodes.ASTORE, 2);
              code.visitInsn(Opcodes.MONITORENTER);
              code.visitLabel(from);
              for (int i = 0; i < increments; i++) {
                code.visitIincInsn(3, 1);
              }
              code.visitVarInsn(Opcodes.ALOAD, 2);
              code.visitInsn(Opcodes.MONITOREXIT);
              code.visitLabel(to);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitVarInsn(Opcodes.ALOAD, 2);
              code.visitInsn(Opcodes.MONITOREXIT);
              code.visitLabel(end);
              code.visitInsn(Opcodes.ATHROW);
            })
        .bytes();
  }

  @ParameterizedTest
  @CsvSource({"1000, 0, 0", "2000, 1, 0", "2900, 0, 1"})
  void a_body_too_large_for_two_copies_is_compiled_if_it_was_before(
      int increments, int pinning, int slow) {
    RewriteResult result = rewriting(largeBody(0, increments)).isValid().result();

    assertThat(result.pinning()).hasSize(pinning);
    assertThat(result.slow()).hasSize(slow);
  }

  @Test
  void a_synchronized_method_that_would_grow_too_large_is_wrapped() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "flagged",
                "()V",
                code -> {
                  IntStream.range(0, 7995).forEach(i -> code.visitInsn(Opcodes.NOP));
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    assertThat(rewriting(odd).verifies().rewritesSites(1).tree().methods)
        .extracting(method -> method.name)
        .contains("$loomUnpin$flagged");
  }

  @Test
  void a_synchronized_method_with_all_the_locals_there_can_be_is_wrapped() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "flagged",
                "()V",
                code -> {
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitVarInsn(Opcodes.ISTORE, 65534);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    assertThat(rewriting(odd).verifies().rewritesSites(1).tree().methods)
        .extracting(method -> method.name)
        .contains("$loomUnpin$flagged");
  }

  @Test
  void a_block_beside_all_the_stack_there_can_be_is_too_large() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "deep", LOCK_TO_VOID, null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitInsn(Opcodes.MONITORENTER);
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitInsn(Opcodes.MONITOREXIT);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(65535, 2);
    method.visitEnd();
    byte[] odd = writer.toByteArray();

    assertThatThrownBy(() -> rewriting(odd).result()).isInstanceOf(MethodTooLargeException.class);
  }

  @Test
  void a_class_of_version_48_means_the_same_as_one_of_version_49() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String signature = "Ljava/lang/Object;Ljava/lang/Comparable<Ljava/lang/String;>;";
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
    String[] interfaces = {"java/lang/Comparable"};
    writer.visit(Opcodes.V1_4, access, NAME, signature, "java/lang/Object", interfaces);
    writer.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    int flags = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;
    MethodVisitor none = writer.visitMethod(flags, "none", "()V", "<T:>()V", null);
    none.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    none.visitEnd();
    FieldVisitor field = writer.visitField(0, "field", "I", "TT;", null);
    field.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    field.visitEnd();
    int fixed = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
    MethodVisitor method = writer.visitMethod(fixed, "fixed", "()V", "<T:>()V", null);
    method.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();

    ClassNode tree = rewriting(writer.toByteArray()).rewritesSites(1).tree();

    assertThat(tree.version).isEqualTo(Opcodes.V1_5);
    assertThat(tree.signature).isNull();
    assertThat(tree.visibleAnnotations).isNull();
    assertThat(tree.fields.get(0).signature).isNull();
    assertThat(tree.fields.get(0).visibleAnnotations).isNull();
    assertThat(tree.methods)
        .allSatisfy(
            each -> {
              assertThat(each.signature).isNull();
              assertThat(each.visibleAnnotations).isNull();
              assertThat(each.access & Opcodes.ACC_SYNCHRONIZED).isZero();
            });
  }
}
