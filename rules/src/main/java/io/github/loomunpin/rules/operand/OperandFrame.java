// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame in which a constructor call initializes every copy of its receiver (JVMS §4.10.1.9), and
 * in which the copies of a merged value are known to be the same object.
 */
final class OperandFrame extends Frame<OperandValue> {

  OperandFrame(int locals, int stack) {
    super(locals, stack);
  }

  OperandFrame(Frame<? extends OperandValue> other) {
    super(other);
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<OperandValue> interpreter)
      throws AnalyzerException {
    if (insn.getOpcode() == Opcodes.DUP) {
      // Both of them are copies.
      push(interpreter.copyOperation(insn, pop()));
    }
    OperandValue made = null;
    if (insn.getOpcode() == Opcodes.INVOKESPECIAL) {
      MethodInsnNode call = (MethodInsnNode) insn;
      if (call.name.equals("<init>")) {
        made = getStack(getStackSize() - 1 - Type.getArgumentCount(call.desc));
      }
    }
    super.execute(insn, interpreter);
    if (made != null && !made.initialized()) {
      OperandValue ready = made.asInitialized();
      for (int i = 0; i < getLocals(); i++) {
        if (made.equals(getLocal(i))) {
          setLocal(i, ready);
        }
      }
      for (int i = 0; i < getStackSize(); i++) {
        if (made.equals(getStack(i))) {
          setStack(i, ready);
        }
      }
    }
  }
}
