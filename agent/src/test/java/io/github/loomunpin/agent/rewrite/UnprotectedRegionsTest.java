// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Locks;
import io.github.loomunpin.agent.rewrite.program.Probe;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.TypeInsnNode;

/** Regions of which no handler releases the monitor; the JVM does, and so must the rewrite. */
class UnprotectedRegionsTest {

  private static final String RUN = Type.getMethodDescriptor(Type.getType(Object.class), type());
  static final int A = 2;
  static final int B = 3;

  private static Type type() {
    return Type.getType(Locks.class);
  }

  /** Versions without and with frames, and locks of every mode. */
  static Stream<Arguments> locks() {
    List<List<String>> pairs =
        List.of(
            List.of("bean", "array"),
            List.of("plain", "other"),
            List.of("plain", "bean"),
            List.of("bean", "table"),
            List.of("table", "plain"),
            List.of("list", "map"),
            List.of("bean", "bean"));
    return pairs.stream()
        .flatMap(
            pair ->
                Stream.of(Opcodes.V1_4, Opcodes.V1_8, Opcodes.V21)
                    .map(version -> Arguments.of(version, pair.get(0), pair.get(1))));
  }

  private static void check(
      int version, int access, String a, String b, Consumer<MethodVisitor> code) {
    rewriting(program(version, access, a, b, code)).verifies().behavesAsBefore();
  }

  /** A program whose code finds two locks in variables. */
  static byte[] program(int version, int access, String a, String b, Consumer<MethodVisitor> code) {
    return OddClass.program(version)
        .method(
            access,
            "run",
            RUN,
            method -> {
              load(method, a, A);
              load(method, b, B);
              code.accept(method);
            })
        .bytes();
  }

  private static void load(MethodVisitor code, String field, int variable) {
    try {
      String descriptor = Type.getDescriptor(Locks.class.getField(field).getType());
      code.visitVarInsn(Opcodes.ALOAD, 1);
      code.visitFieldInsn(Opcodes.GETFIELD, type().getInternalName(), field, descriptor);
      code.visitVarInsn(Opcodes.ASTORE, variable);
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static void enter(MethodVisitor code, int variable) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(Opcodes.MONITORENTER);
  }

  static void exit(MethodVisitor code, int variable) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(Opcodes.MONITOREXIT);
  }

  static void at(MethodVisitor code, int id) {
    code.visitIntInsn(Opcodes.SIPUSH, id);
    String probe = Type.getInternalName(Probe.class);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, probe, "at", "(I)V", false);
  }

  static void returnNull(MethodVisitor code) {
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
  }

  @ParameterizedTest
  @MethodSource("locks")
  void an_exception_releases_what_the_frame_holds(int version, String a, String b) {
    for (int access : new int[] {0, Opcodes.ACC_SYNCHRONIZED}) {
      check(version, access, a, b, UnprotectedRegionsTest::enterAndExit);
    }
  }

  /** Calls in and between blocks without handlers. */
  static void enterAndExit(MethodVisitor code) {
    at(code, 1);
    enter(code, A);
    at(code, 2);
    enter(code, B);
    at(code, 3);
    exit(code, B);
    at(code, 4);
    exit(code, A);
    at(code, 5);
    enter(code, B);
    at(code, 6);
    exit(code, B);
    returnNull(code);
  }

  @ParameterizedTest
  @MethodSource("locks")
  void a_return_releases_what_the_frame_holds_and_throws(int version, String a, String b) {
    for (int access : new int[] {0, Opcodes.ACC_SYNCHRONIZED}) {
      check(version, access, a, b, UnprotectedRegionsTest::returnWithBoth);
    }
  }

  static void returnWithBoth(MethodVisitor code) {
    enter(code, A);
    at(code, 1);
    enter(code, B);
    code.visitInsn(Opcodes.ICONST_1);
    returnNull(code);
  }

  @ParameterizedTest
  @MethodSource("locks")
  void a_handler_runs_before_what_the_frame_holds_is_released(int version, String a, String b) {
    check(
        version,
        0,
        a,
        b,
        code -> {
          Label from = new Label();
          Label to = new Label();
          code.visitTryCatchBlock(from, to, to, null);
          enter(code, A);
          enter(code, B);
          code.visitLabel(from);
          at(code, 1);
          returnNull(code);
          code.visitLabel(to);
          code.visitInsn(Opcodes.POP);
          at(code, 2);
          exit(code, B);
          at(code, 3);
          returnNull(code);
        });
  }

  @ParameterizedTest
  @MethodSource("locks")
  void only_some_exceptions_are_handled(int version, String a, String b) {
    check(
        version,
        0,
        a,
        b,
        code -> {
          Label from = new Label();
          Label to = new Label();
          code.visitTryCatchBlock(from, to, to, "java/lang/ArithmeticException");
          enter(code, A);
          code.visitLabel(from);
          at(code, 1);
          code.visitInsn(Opcodes.ICONST_1);
          code.visitInsn(Opcodes.ICONST_0);
          code.visitInsn(Opcodes.IDIV);
          code.visitInsn(Opcodes.POP);
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitLabel(to);
          code.visitInsn(Opcodes.POP);
          at(code, 2);
          enter(code, B);
          at(code, 3);
          exit(code, B);
          exit(code, A);
          returnNull(code);
        });
  }

  @ParameterizedTest
  @MethodSource("locks")
  void an_unprotected_block_stands_in_a_loop_and_in_a_protected_one(
      int version, String a, String b) {
    check(
        version,
        0,
        a,
        b,
        code -> {
          Label from = new Label();
          Label to = new Label();
          Label handler = new Label();
          Label loop = new Label();
          code.visitTryCatchBlock(from, to, handler, null);
          enter(code, A);
          code.visitLabel(from);
          at(code, 1);
          exit(code, A);
          code.visitLabel(to);
          code.visitInsn(Opcodes.LCONST_1);
          code.visitVarInsn(Opcodes.LSTORE, 4);
          code.visitInsn(Opcodes.ICONST_2);
          code.visitVarInsn(Opcodes.ISTORE, 6);
          code.visitLabel(loop);
          enter(code, B);
          enter(code, A);
          at(code, 2);
          exit(code, A);
          at(code, 3);
          exit(code, B);
          code.visitIincInsn(6, -1);
          code.visitVarInsn(Opcodes.ILOAD, 6);
          code.visitJumpInsn(Opcodes.IFNE, loop);
          returnNull(code);
          code.visitLabel(handler);
          exit(code, A);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  @Test
  void a_constructor_has_handlers_behind_the_call_of_its_superclass_only() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "<init>",
                "(Ljava/lang/Object;)V",
                code -> {
                  enter(code, 1);
                  at(code, 1);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  exit(code, 1);
                  code.visitInsn(Opcodes.RETURN);
                })
            .method(
                0,
                "<init>",
                "(Ljava/lang/Object;I)V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  enter(code, 1);
                  at(code, 1);
                  exit(code, 1);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    Rewritten rewritten = rewriting(odd).isValid();
    assertThat(rewritten.result().problems())
        .singleElement()
        .asString()
        .startsWith("<init>(Ljava/lang/Object;)V");
    assertThat(rewritten.tree().methods)
        .extracting(method -> method.tryCatchBlocks.isEmpty())
        .containsExactlyInAnyOrder(true, true, false);
  }

  @Test
  void what_compilers_make_gets_no_more_handlers() {
    Rewritten rewritten = rewriting(io.github.loomunpin.agent.rewrite.sample.HasNestedBlocks.class);

    assertThat(rewritten.tree().methods)
        .flatExtracting(method -> List.of(method.instructions.toArray()))
        .noneMatch(insn -> insn instanceof TypeInsnNode made && made.desc.endsWith("Exception"));
  }
}
