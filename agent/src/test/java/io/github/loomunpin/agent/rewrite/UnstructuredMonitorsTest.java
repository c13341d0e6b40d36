// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;

import io.github.loomunpin.agent.rewrite.program.Locks;
import io.github.loomunpin.agent.rewrite.program.Program;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Monitors that are left in ways the JVM answers with an IllegalMonitorStateException, or not. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class UnstructuredMonitorsTest {

  private static final String LOCKS = Type.getInternalName(Locks.class);
  private static final String RUN = Type.getMethodDescriptor(Program.class.getMethods()[0]);
  private static final String GO = "(L" + LOCKS + ";)V";
  private static final int A = 1;
  private static final int B = 2;
  private static final int X = 3;
  private static final int Y = 4;
  private static final int Z = 5;
  private static final int TURNS = 6;

  /** A static method that runs with each mode of its locks, verified with frames and without. */
  private static void check(int access, Consumer<MethodVisitor> code) {
    check(Opcodes.V1_5, access, code);
    check(Opcodes.V1_8, access, code);
  }

  private static void check(int version, int access, Consumer<MethodVisitor> code) {
    byte[] odd =
        OddClass.program(version)
            .method(Opcodes.ACC_STATIC | access, "go", GO, code)
            .method(
                0,
                "run",
                RUN,
                run -> {
                  run.visitVarInsn(Opcodes.ALOAD, 1);
                  run.visitMethodInsn(Opcodes.INVOKESTATIC, OddClass.NAME, "go", GO, false);
                  run.visitInsn(Opcodes.ACONST_NULL);
                  run.visitInsn(Opcodes.ARETURN);
                })
            .bytes();
    rewriting(odd).isValid().endsAsBefore();
  }

  private static void load(MethodVisitor code, String field, int variable) {
    load(code, 0, field, variable);
  }

  private static void load(MethodVisitor code, int locks, String field, int variable) {
    try {
      String descriptor = Type.getDescriptor(Locks.class.getField(field).getType());
      code.visitVarInsn(Opcodes.ALOAD, locks);
      code.visitFieldInsn(Opcodes.GETFIELD, LOCKS, field, descriptor);
      code.visitVarInsn(Opcodes.ASTORE, variable);
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void on(MethodVisitor code, int variable, int opcode) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(opcode);
  }

  @Test
  void a_synchronized_method_leaves_its_monitor_itself() {
    check(
        Opcodes.ACC_SYNCHRONIZED,
        code -> {
          code.visitLdcInsn(Type.getObjectType(OddClass.NAME));
          code.visitInsn(Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  @Test
  void a_synchronized_method_returns_with_another_monitor_on_one_path() {
    check(
        Opcodes.ACC_SYNCHRONIZED,
        code -> {
          Label end = new Label();
          load(code, "table", A);
          code.visitVarInsn(Opcodes.ALOAD, A);
          code.visitJumpInsn(Opcodes.IFNULL, end);
          on(code, A, Opcodes.MONITORENTER);
          code.visitLabel(end);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "bean,plain"})
  void an_exit_is_of_another_object(String a, String b) {
    check(
        0,
        code -> {
          load(code, a, A);
          load(code, b, B);
          on(code, A, Opcodes.MONITORENTER);
          on(code, B, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** A subroutine may return to any of its calls, as far as the data flow knows. */
  @ParameterizedTest
  @ValueSource(ints = {0, Opcodes.ACC_SYNCHRONIZED})
  void nothing_releases_a_monitor_beside_subroutines(int access) {
    check(
        Opcodes.V1_5,
        access,
        code -> {
          Label subroutine = new Label();
          load(code, "bean", A);
          code.visitJumpInsn(Opcodes.JSR, subroutine);
          on(code, A, Opcodes.MONITORENTER);
          code.visitJumpInsn(Opcodes.JSR, subroutine);
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitInsn(Opcodes.ATHROW);
          code.visitLabel(subroutine);
          code.visitVarInsn(Opcodes.ASTORE, X);
          code.visitVarInsn(Opcodes.RET, X);
        });
  }

  /** The JVM throws at the return, before anything is released. */
  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "bean,plain"})
  void a_handler_of_a_return_releases_one_of_two_monitors(String a, String b) {
    check(
        0,
        code -> {
          Label from = new Label();
          Label to = new Label();
          Label handler = new Label();
          code.visitTryCatchBlock(from, to, handler, null);
          enterBoth(code, a, b);
          code.visitLabel(from);
          code.visitInsn(Opcodes.RETURN);
          code.visitLabel(to);
          code.visitLabel(handler);
          on(code, B, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "bean,plain"})
  void two_monitors_are_left_in_an_order_that_varies(String a, String b) {
    check(
        0,
        code -> {
          enterBoth(code, a, b);
          either(
              code,
              () -> {
                copy(code, A, X);
                copy(code, B, Y);
              },
              () -> {
                copy(code, B, X);
                copy(code, A, Y);
              });
          on(code, X, Opcodes.MONITOREXIT);
          on(code, Y, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /**
   * As AspectJ makes it of advice after lock() that throws: its handler also expects no monitor.
   */
  @ParameterizedTest
  @CsvSource({"bean", "table", "plain", "none"})
  void a_handler_covers_an_enter_and_what_follows(String a) {
    check(
        0,
        code -> {
          Label from = new Label();
          Label to = new Label();
          code.visitTryCatchBlock(from, to, to, null);
          load(code, a, A);
          code.visitLabel(from);
          on(code, A, Opcodes.MONITORENTER);
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitInsn(Opcodes.ATHROW);
          code.visitLabel(to);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "bean,plain"})
  void an_exit_is_of_one_of_two_objects(String a, String b) {
    check(
        0,
        code -> {
          load(code, a, A);
          load(code, b, B);
          on(code, A, Opcodes.MONITORENTER);
          either(code, () -> copy(code, B, X), () -> copy(code, A, X));
          on(code, X, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** The first of the two always runs, which the data flow does not know. */
  private static void either(MethodVisitor code, Runnable runs, Runnable other) {
    Label never = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LOCKS, "none", OddClass.LOCK);
    code.visitJumpInsn(Opcodes.IFNONNULL, never);
    runs.run();
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(never);
    other.run();
    code.visitLabel(end);
  }

  /** Locks, by a third variable, an object that is merged on the stack from two others. */
  private static void enterMerged(MethodVisitor code) {
    either(
        code, () -> code.visitVarInsn(Opcodes.ALOAD, B), () -> code.visitVarInsn(Opcodes.ALOAD, A));
    code.visitVarInsn(Opcodes.ASTORE, X);
    on(code, X, Opcodes.MONITORENTER);
  }

  /** Runs the body, swaps the first two objects, and so on. */
  private static void threeTurns(MethodVisitor code, Runnable body) {
    Label again = new Label();
    code.visitInsn(Opcodes.ICONST_3);
    code.visitVarInsn(Opcodes.ISTORE, TURNS);
    code.visitLabel(again);
    body.run();
    copy(code, A, Z);
    copy(code, B, A);
    copy(code, Z, B);
    code.visitIincInsn(TURNS, -1);
    code.visitVarInsn(Opcodes.ILOAD, TURNS);
    code.visitJumpInsn(Opcodes.IFNE, again);
  }

  /** Each turn locks what comes next, from one of two variables, before it leaves what it has. */
  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "map,list"})
  void a_loop_hands_over_from_one_object_to_the_next(String a, String b) {
    check(
        0,
        code -> {
          load(code, a, A);
          load(code, b, B);
          copy(code, A, X);
          on(code, X, Opcodes.MONITORENTER);
          threeTurns(
              code,
              () -> {
                copy(code, X, Y);
                enterMerged(code);
                on(code, Y, Opcodes.MONITOREXIT);
              });
          on(code, X, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** Each turn locks an object that is merged on the stack, and leaves it by the same variable. */
  @ParameterizedTest
  @CsvSource({"bean,table", "table,bean", "plain,table", "plain,other", "map,list"})
  void a_loop_locks_what_comes_from_two_variables(String a, String b) {
    check(
        0,
        code -> {
          load(code, a, A);
          load(code, b, B);
          threeTurns(
              code,
              () -> {
                enterMerged(code);
                on(code, X, Opcodes.MONITOREXIT);
              });
          code.visitInsn(Opcodes.RETURN);
        });
  }

  @ParameterizedTest
  @CsvSource({"bean,6,6", "bean,6,5", "bean,5,6", "plain,6,6", "plain,9,2", "table,6,5"})
  void a_loop_enters_and_another_exits(String a, int enters, int exits) {
    check(
        0,
        code -> {
          load(code, a, A);
          loop(code, enters, Opcodes.MONITORENTER);
          loop(code, exits, Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  private static void loop(MethodVisitor code, int times, int opcode) {
    Label again = new Label();
    code.visitIntInsn(Opcodes.BIPUSH, times);
    code.visitVarInsn(Opcodes.ISTORE, X);
    code.visitLabel(again);
    on(code, A, opcode);
    code.visitIincInsn(X, -1);
    code.visitVarInsn(Opcodes.ILOAD, X);
    code.visitJumpInsn(Opcodes.IFNE, again);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_8})
  void a_constructor_leaves_an_object_on_one_path(int version) {
    String init = "(L" + LOCKS + ";)V";
    byte[] odd =
        OddClass.program(version)
            .method(
                0,
                "<init>",
                init,
                code -> {
                  Label end = new Label();
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  load(code, 1, "bean", B);
                  code.visitVarInsn(Opcodes.ALOAD, B);
                  code.visitJumpInsn(Opcodes.IFNULL, end);
                  on(code, B, Opcodes.MONITORENTER);
                  code.visitLabel(end);
                  makeObject(code);
                  code.visitInsn(Opcodes.RETURN);
                })
            .method(0, "run", RUN, code -> callConstructor(code, init))
            .bytes();
    rewriting(odd).isValid().endsAsBefore();
  }

  /** Its constructor is one that super(…) may call as well. */
  private static void makeObject(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.POP);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_8})
  void a_constructor_has_no_handler_for_a_block(int version) {
    String init = "(L" + LOCKS + ";)V";
    byte[] odd =
        OddClass.program(version)
            .method(
                0,
                "<init>",
                init,
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  load(code, 1, "bean", B);
                  on(code, B, Opcodes.MONITORENTER);
                  makeObject(code);
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitInsn(Opcodes.ATHROW);
                })
            .method(0, "run", RUN, code -> callConstructor(code, init))
            .bytes();
    rewriting(odd).isValid().endsAsBefore();
  }

  private static void callConstructor(MethodVisitor run, String init) {
    run.visitTypeInsn(Opcodes.NEW, OddClass.NAME);
    run.visitInsn(Opcodes.DUP);
    run.visitVarInsn(Opcodes.ALOAD, 1);
    run.visitMethodInsn(Opcodes.INVOKESPECIAL, OddClass.NAME, "<init>", init, false);
    run.visitInsn(Opcodes.ARETURN);
  }

  private static void enterBoth(MethodVisitor code, String a, String b) {
    load(code, a, A);
    load(code, b, B);
    on(code, A, Opcodes.MONITORENTER);
    on(code, B, Opcodes.MONITORENTER);
  }

  private static void copy(MethodVisitor code, int from, int to) {
    code.visitVarInsn(Opcodes.ALOAD, from);
    code.visitVarInsn(Opcodes.ASTORE, to);
  }

  @Test
  void flags_that_the_jvm_ignores_lock_nothing() {
    byte[] odd =
        OddClass.of(Opcodes.V1_4)
            .method(
                Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC,
                "<clinit>",
                "()V",
                code -> code.visitInsn(Opcodes.RETURN))
            .abstractMethod(Opcodes.ACC_SYNCHRONIZED, "flagged", "()V")
            .bytes();

    rewriting(odd).isUntouched();
  }
}
