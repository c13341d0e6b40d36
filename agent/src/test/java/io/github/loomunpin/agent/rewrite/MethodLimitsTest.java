// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.OddClass.LOCK;
import static io.github.loomunpin.agent.rewrite.OddClass.NAME;
import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods at what the class file format and HotSpot's compilers allow. */
class MethodLimitsTest {

  private static final String LOCK_TO_VOID = "(" + LOCK + ")V";

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
                  increment(code, 4, increments);
                  OddClass.block(code);
                })
            .bytes();

    assertThat(rewriting(odd).isValid().result().rewritten()).isEqualTo(2);
  }

  @Test
  void a_method_with_many_variables_and_long_jumps_is_rewritten() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "large",
                LOCK_TO_VOID,
                code -> {
                  Label end = new Label();
                  for (int variable = 2; variable < 2_000; variable++) {
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitVarInsn(Opcodes.ISTORE, variable);
                  }
                  code.visitVarInsn(Opcodes.ILOAD, 2);
                  code.visitJumpInsn(Opcodes.IFNE, end);
                  for (int i = 0; i < 11_000; i++) {
                    code.visitIincInsn(2 + i % 200, 1);
                  }
                  code.visitLabel(end);
                  OddClass.block(code);
                })
            .bytes();

    assertThat(rewriting(odd).isValid().result().rewritten()).isEqualTo(2);
  }

  /** Whose data flow would take seconds, for compilers that refuse it anyway. */
  @Test
  void a_method_with_many_variables_is_not_followed_unless_it_would_be_too_large() {
    assertThat(rewriting(manyVariables(1)).isValid().result().slow())
        .singleElement()
        .asString()
        .contains("is too large to be");
    assertThat(rewriting(manyVariables(2_500)).isValid().result().slow()).isEmpty();
  }

  /** Where its own class is not known to be the object's, code for a monitor is far larger. */
  private static byte[] manyVariables(int blocks) {
    return OddClass.withoutFrames(Opcodes.V1_5)
        .method(
            0,
            "large",
            LOCK_TO_VOID,
            code -> {
              OddClass.fill(code);
              for (int i = 0; i < blocks; i++) {
                enterAndExit(code, 0);
              }
              code.visitInsn(Opcodes.RETURN);
            })
        .bytes();
  }

  private static byte[] largeBody(int access, int increments) {
    return OddClass.of(Opcodes.V1_8)
        .method(
            access,
            "large",
            LOCK_TO_VOID,
            code -> {
              code.visitInsn(Opcodes.ICONST_0);
              code.visitVarInsn(Opcodes.ISTORE, 4);
              OddClass.block(code, 2, () -> increment(code, 4, increments));
            })
        .bytes();
  }

  private static void increment(MethodVisitor code, int variable, int times) {
    for (int i = 0; i < times; i++) {
      code.visitIincInsn(variable, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1000, 0, 0", "2000, 1, 0", "2600, 1, 0", "2655, 0, 1", "2900, 0, 1"})
  void a_body_too_large_for_two_copies_is_compiled_if_it_was_before(
      int increments, int pinning, int slow) {
    RewriteResult result = rewriting(largeBody(0, increments)).isValid().result();

    assertThat(result.pinning()).hasSize(pinning);
    assertThat(result.slow()).hasSize(slow);
  }

  /** Only the verifier goes to the handler of an assignment. */
  @Test
  void a_body_too_large_for_two_copies_may_have_a_handler_of_what_cannot_throw() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "large",
                LOCK_TO_VOID,
                code ->
                    OddClass.block(
                        code,
                        2,
                        () -> {
                          assignWithHandler(code, 4);
                          increment(code, 4, 2000);
                        }))
            .bytes();

    RewriteResult result = rewriting(odd).verifies().result();

    assertThat(result.rewritten()).isEqualTo(2);
    assertThat(result.pinning()).hasSize(1);
  }

  /** The handler has a monitor of its own, which is to be paired as well. */
  private static void assignWithHandler(MethodVisitor code, int variable) {
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    Label rest = new Label();
    code.visitTryCatchBlock(from, to, handler, "java/lang/RuntimeException");
    code.visitLabel(from);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitVarInsn(Opcodes.ISTORE, variable);
    code.visitLabel(to);
    code.visitJumpInsn(Opcodes.GOTO, rest);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitVarInsn(Opcodes.ISTORE, variable);
    enterAndExit(code, 1);
    code.visitLabel(rest);
  }

  private static void enterAndExit(MethodVisitor code, int lock) {
    enterAndExit(code, lock, () -> {});
  }

  private static void enterAndExit(MethodVisitor code, int lock, Runnable body) {
    code.visitVarInsn(Opcodes.ALOAD, lock);
    code.visitInsn(Opcodes.MONITORENTER);
    body.run();
    code.visitVarInsn(Opcodes.ALOAD, lock);
    code.visitInsn(Opcodes.MONITOREXIT);
  }

  /** What moves it adds two variables, of which the class file has no more. */
  @Test
  void a_moved_body_has_no_more_variables_than_a_class_file_can_say() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_SYNCHRONIZED,
                "flagged",
                LOCK_TO_VOID,
                code -> {
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitVarInsn(Opcodes.ISTORE, 65_534);
                  enterAndExit(
                      code,
                      1,
                      () ->
                          code.visitMethodInsn(
                              Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false));
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    assertThatThrownBy(() -> rewriting(odd).result())
        .isInstanceOf(MethodTooLargeException.class)
        .hasMessageContaining("$loomUnpin$flagged");
  }

  private static void assertIsWrapped(Consumer<MethodVisitor> code) {
    byte[] odd =
        OddClass.of(Opcodes.V1_8).method(Opcodes.ACC_SYNCHRONIZED, "flagged", "()V", code).bytes();

    assertThat(rewriting(odd).verifies().rewritesSites(1).tree().methods)
        .extracting(method -> method.name)
        .contains("$loomUnpin$flagged");
  }

  @Test
  void a_synchronized_method_that_would_grow_too_large_is_wrapped() {
    assertIsWrapped(
        code -> {
          IntStream.range(0, 7995).forEach(i -> code.visitInsn(Opcodes.NOP));
          code.visitInsn(Opcodes.RETURN);
        });
  }

  @Test
  void a_synchronized_method_with_all_the_locals_there_can_be_is_wrapped() {
    assertIsWrapped(
        code -> {
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitInsn(Opcodes.ICONST_0);
          code.visitVarInsn(Opcodes.ISTORE, 65534);
          code.visitInsn(Opcodes.RETURN);
        });
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
}
