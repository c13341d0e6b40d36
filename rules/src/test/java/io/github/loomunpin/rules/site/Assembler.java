// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Printer;

/**
 * Makes the code of a method {@code void m(Object a, Object b, Object c)} from text, for shapes no
 * compiler at hand makes. A line is an instruction, a label with a colon, or a row of the exception
 * table, {@code try FROM TO HANDLER [TYPE]}; behind {@code #} stands what a test expects there.
 */
final class Assembler {

  private final MethodNode method =
      new MethodNode(
          Opcodes.ACC_STATIC,
          "m",
          "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V",
          null,
          null);
  private final Map<String, Label> labels = new HashMap<>();
  private final Map<AbstractInsnNode, String> expectations = new LinkedHashMap<>();

  Assembler(String text) {
    text.lines()
        .map(String::strip)
        .filter(line -> line.startsWith("try "))
        .forEach(line -> row(line.split(" +")));
    text.lines().map(String::strip).filter(line -> !line.startsWith("try ")).forEach(this::line);
    method.maxLocals = 9;
    method.maxStack = 9;
  }

  MethodNode method() {
    return method;
  }

  /** The comments of the instructions that have one. */
  Map<AbstractInsnNode, String> expectations() {
    return expectations;
  }

  private void row(String[] words) {
    method.visitTryCatchBlock(
        label(words[1]), label(words[2]), label(words[3]), words.length > 4 ? words[4] : null);
  }

  private void line(String line) {
    int comment = line.indexOf('#');
    String text = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (text.endsWith(":")) {
      method.visitLabel(label(text.substring(0, text.length() - 1)));
    } else if (!text.isEmpty()) {
      instruction(text.split(" +"));
      if (comment >= 0) {
        String expectation = line.substring(comment + 1).strip();
        expectations.put(method.instructions.getLast(), expectation);
      }
    }
  }

  private void instruction(String[] words) {
    switch (words[0]) {
      case "call" ->
          method.visitMethodInsn(
              Opcodes.INVOKESTATIC, "Some", words[words.length - 1], "()V", false);
      case "load" -> method.visitVarInsn(Opcodes.ALOAD, variable(words[1]));
      case "store" -> method.visitVarInsn(Opcodes.ASTORE, variable(words[1]));
      case "ret" -> method.visitVarInsn(Opcodes.RET, variable(words[1]));
      case "goto", "ifnull", "jsr" -> method.visitJumpInsn(opcode(words[0]), label(words[1]));
      case "getstatic" ->
          method.visitFieldInsn(Opcodes.GETSTATIC, "Some", words[1], "Ljava/lang/Object;");
      default -> method.visitInsn(opcode(words[0]));
    }
  }

  /** Variables are letters: the parameters a, b and c, and free ones behind them. */
  private static int variable(String letter) {
    return letter.charAt(0) - 'a';
  }

  private static int opcode(String name) {
    for (int opcode = 0; opcode < Printer.OPCODES.length; opcode++) {
      if (Printer.OPCODES[opcode].equalsIgnoreCase(name)) {
        return opcode;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private Label label(String name) {
    return labels.computeIfAbsent(name, key -> new Label());
  }
}
