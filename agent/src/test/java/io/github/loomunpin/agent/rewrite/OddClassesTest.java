// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.OddClass.LOCK;
import static io.github.loomunpin.agent.rewrite.OddClass.NAME;
import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Shapes that javac does not make and that the rewrite must survive. */
class OddClassesTest {

  private static final String LOCK_TO_VOID = "(" + LOCK + ")V";

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

  /** Nothing may be asked of the object, in a method where others are asked one by one. */
  @Test
  void locking_before_the_constructor_call_stays_native_beside_unbalanced_monitors() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "<init>",
                LOCK_TO_VOID,
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  for (int opcode : new int[] {Opcodes.MONITORENTER, Opcodes.MONITOREXIT}) {
                    Label out = new Label();
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitJumpInsn(Opcodes.IFNULL, out);
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitInsn(opcode);
                    code.visitLabel(out);
                  }
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    Rewritten rewritten = rewriting(odd).isValid().rewritesSites(1);
    rewritten.leavesNative("the object is locked before its constructor has run", 1);
    assertThat(rewritten.result().slow()).hasSize(1);
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
                  OddClass.block(code);
                  code.visitLabel(end);
                  String self = "L" + NAME + ";";
                  code.visitLocalVariable("this", self, null, start, end, 0);
                  code.visitLocalVariable("this", self, null, inside, end, 0);
                })
            .bytes();

    rewriting(odd).verifies().rewritesSites(1);
  }
}
