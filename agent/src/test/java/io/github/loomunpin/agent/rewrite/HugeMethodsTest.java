// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static io.github.loomunpin.agent.rewrite.UnprotectedRegionsTest.A;
import static io.github.loomunpin.agent.rewrite.UnprotectedRegionsTest.at;
import static io.github.loomunpin.agent.rewrite.UnprotectedRegionsTest.enter;
import static io.github.loomunpin.agent.rewrite.UnprotectedRegionsTest.exit;
import static io.github.loomunpin.agent.rewrite.UnprotectedRegionsTest.returnNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods too large for their data flow to be followed do what they did all the same. */
class HugeMethodsTest {

  private static void check(int access, Consumer<MethodVisitor> code) {
    byte[] odd =
        UnprotectedRegionsTest.program(
            Opcodes.V1_8,
            access,
            "bean",
            "array",
            method -> {
              OddClass.fill(method);
              code.accept(method);
            });

    rewriting(odd).isValid().behavesAsBefore();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Opcodes.ACC_SYNCHRONIZED})
  void an_exception_releases_what_no_handler_does(int access) {
    check(access, UnprotectedRegionsTest::enterAndExit);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Opcodes.ACC_SYNCHRONIZED})
  void a_return_releases_what_the_method_holds_and_throws(int access) {
    check(access, UnprotectedRegionsTest::returnWithBoth);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Opcodes.ACC_SYNCHRONIZED})
  void a_handler_protects_a_part_of_a_block(int access) {
    check(
        access,
        code -> {
          Label from = new Label();
          Label to = new Label();
          Label handler = new Label();
          code.visitTryCatchBlock(from, to, handler, null);
          enter(code, A);
          code.visitLabel(from);
          at(code, 1);
          code.visitLabel(to);
          at(code, 2);
          exit(code, A);
          returnNull(code);
          code.visitLabel(handler);
          exit(code, A);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  @Test
  void what_compilers_make_is_protected_without_being_followed() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED,
                "huge",
                "(Ljava/lang/Object;Ljava/lang/Object;)V",
                code -> {
                  OddClass.fill(code);
                  OddClass.block(code);
                })
            .bytes();

    Rewritten rewritten = rewriting(odd).isValid().rewritesSites(2);

    assertThat(rewritten.result().slow()).singleElement().asString().contains("is too large to be");
    assertThat(rewritten.tree().methods)
        .filteredOn(method -> method.name.equals("huge"))
        .singleElement()
        .satisfies(method -> assertThat(method.tryCatchBlocks).hasSizeGreaterThan(2));
  }

  @Test
  void a_constructor_may_lock_what_is_not_made_yet() {
    byte[] odd =
        OddClass.withoutFrames(Opcodes.V1_8)
            .method(
                0,
                "<init>",
                "(Ljava/lang/Object;)V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  OddClass.fill(code);
                  exit(code, 0);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd)
        .isUntouched()
        .leavesNative("the object is locked before its constructor has run", 1);
  }
}
