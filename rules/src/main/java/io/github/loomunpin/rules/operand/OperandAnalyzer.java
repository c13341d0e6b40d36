// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Data flow of references through one method. */
public final class OperandAnalyzer {

  /** Most words of four bytes in all frames of a method that is cheap to follow. */
  private static final long MOST_WORDS = 2_000_000;

  private OperandAnalyzer() {}

  /**
   * Whether a data flow through the method may take seconds and hundreds of megabytes: it has a
   * frame for each instruction, and in it a word for each variable and operand.
   */
  public static boolean isCostly(MethodNode method) {
    return (long) method.instructions.size() * (method.maxLocals + method.maxStack) > MOST_WORDS;
  }

  /**
   * Frames before each instruction, null where it cannot be reached.
   *
   * @throws AnalyzerException if the code could not be verified either
   */
  public static Frame<OperandValue>[] frames(String owner, MethodNode method)
      throws AnalyzerException {
    Frame<OperandValue>[] frames = frames(owner, method, Map.of());
    if (!locksMerged(method, frames)) {
      return frames;
    }
    // Which values merge is known only when all paths have been followed. Each merged value is then
    // named by the instruction that first copies it, so that a lock can be told from other merged
    // values.
    Map<AbstractInsnNode, OperandValue> copies = unnamed(method, frames);
    copies.keySet().retainAll(unnamed(method, frames(owner, method, copies)).keySet());
    return frames(owner, method, copies);
  }

  private static boolean locksMerged(MethodNode method, Frame<OperandValue>[] frames) {
    for (int i = 0; i < frames.length; i++) {
      if (method.instructions.get(i).getOpcode() == Opcodes.MONITORENTER
          && frames[i] != null
          && stackTop(frames[i], 0).kind() == OperandValue.Kind.UNKNOWN) {
        return true;
      }
    }
    return false;
  }

  /** The instructions that copy a merged value without a name, and what they copy with one. */
  private static Map<AbstractInsnNode, OperandValue> unnamed(
      MethodNode method, Frame<OperandValue>[] frames) {
    Map<AbstractInsnNode, OperandValue> copies = new HashMap<>();
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      int opcode = insn.getOpcode();
      if (frames[i] != null
          && (opcode == Opcodes.DUP || opcode == Opcodes.ALOAD || opcode == Opcodes.ASTORE)) {
        OperandValue value =
            opcode == Opcodes.ALOAD
                ? frames[i].getLocal(((VarInsnNode) insn).var)
                : stackTop(frames[i], 0);
        if (value.kind() == OperandValue.Kind.UNKNOWN && value.source() == null) {
          copies.put(insn, value.asCopiedBy(insn));
        }
      }
    }
    return copies;
  }

  private static Frame<OperandValue>[] frames(
      String owner, MethodNode method, Map<AbstractInsnNode, OperandValue> copied)
      throws AnalyzerException {
    OperandInterpreter interpreter = new OperandInterpreter(method.name.equals("<init>"), copied);
    Analyzer<OperandValue> analyzer =
        new Analyzer<>(interpreter) {
          @Override
          protected Frame<OperandValue> newFrame(int locals, int stack) {
            return new OperandFrame(locals, stack);
          }

          @Override
          protected Frame<OperandValue> newFrame(Frame<? extends OperandValue> frame) {
            return new OperandFrame(frame);
          }
        };
    return analyzer.analyze(owner, method);
  }

  /** The value {@code depth} slots below the top of the stack. */
  public static OperandValue stackTop(Frame<OperandValue> frame, int depth) {
    return frame.getStack(frame.getStackSize() - 1 - depth);
  }

  /**
   * A frame in which a constructor call initializes every copy of its receiver (JVMS §4.10.1.9),
   * and in which the copies of a merged value are known to be the same object.
   */
  private static final class OperandFrame extends Frame<OperandValue> {

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
}
