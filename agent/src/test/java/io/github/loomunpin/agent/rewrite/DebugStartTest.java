// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** What a debugger finds at the start of a rewritten method. */
class DebugStartTest {

  private static MethodNode rewritten(Consumer<MethodVisitor> code) {
    byte[] odd =
        OddClass.of(Opcodes.V1_8).method(Opcodes.ACC_SYNCHRONIZED, "flagged", "(I)V", code).bytes();
    return rewriting(odd).isValid().tree().methods.stream()
        .filter(method -> method.name.equals("flagged"))
        .findFirst()
        .orElseThrow();
  }

  /** The lines of a method, each with how many instructions come before it. */
  private static List<String> lines(MethodNode method) {
    List<String> lines = new ArrayList<>();
    int before = 0;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode line) {
        lines.add(line.line + " after " + before);
      }
      before += insn.getOpcode() >= 0 ? 1 : 0;
    }
    return lines;
  }

  @Test
  void the_first_line_and_the_parameters_are_there_before_the_lock_is_taken() {
    MethodNode method =
        rewritten(
            code -> {
              Label start = new Label();
              Label end = new Label();
              code.visitLabel(start);
              code.visitLineNumber(7, start);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(end);
              code.visitLocalVariable("this", "L" + OddClass.NAME + ";", null, start, end, 0);
              code.visitLocalVariable("x", "I", null, start, end, 1);
            });

    assertThat(lines(method)).containsExactly("7 after 0");
    assertThat(method.localVariables).hasSize(2);
    for (LocalVariableNode variable : method.localVariables) {
      assertThat(method.instructions.indexOf(variable.start)).as(variable.name).isZero();
    }
  }

  @Test
  void a_loop_comes_back_to_its_first_line() {
    MethodNode method =
        rewritten(
            code -> {
              Label start = new Label();
              code.visitLabel(start);
              code.visitLineNumber(7, start);
              code.visitIincInsn(1, -1);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitJumpInsn(Opcodes.IFGT, start);
              Label end = new Label();
              code.visitLabel(end);
              code.visitLineNumber(8, end);
              code.visitInsn(Opcodes.RETURN);
            });

    assertThat(lines(method)).containsExactly("7 after 0", "7 after 2", "8 after 5");
  }
}
