// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads the keys of an enum's constants where javac stores them for switches. */
final class KeyReader extends MethodVisitor {

  private final List<ClassCode.Key> keys;
  private MethodRef table;
  private String constant = "";
  private int number;

  KeyReader(MethodVisitor next, List<ClassCode.Key> keys) {
    super(Opcodes.ASM9, next);
    this.keys = keys;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    if (opcode == Opcodes.GETSTATIC && name.startsWith(ChoiceReader.SWITCH_MAP)) {
      table = new MethodRef(owner, name, "");
    } else {
      constant = name;
    }
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    number = operand;
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
      number = opcode - Opcodes.ICONST_0;
    } else if (opcode == Opcodes.IASTORE && table != null) {
      keys.add(new ClassCode.Key(table, constant, number));
    }
    super.visitInsn(opcode);
  }
}
