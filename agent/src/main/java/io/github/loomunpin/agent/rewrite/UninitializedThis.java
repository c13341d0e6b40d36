// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.BitSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Where a constructor has not called another one of its object yet. No handler may cover both such
 * code and what comes after it (JVMS §4.10.1.6). No other method has such code.
 */
final class UninitializedThis {

  private final MethodNode method;
  private final BitSet places = new BitSet();

  private UninitializedThis(MethodNode method) {
    this.method = method;
  }

  /** Where the data flow cannot be followed, that is all of a constructor. */
  static UninitializedThis of(ClassNode owner, MethodNode method) {
    UninitializedThis result = new UninitializedThis(method);
    if (method.name.equals("<init>")) {
      try {
        result.find(OperandAnalyzer.frames(owner.name, method));
      } catch (AnalyzerException | RuntimeException e) {
        result.places.set(0, method.instructions.size());
      }
    }
    return result;
  }

  private void find(Frame<OperandValue>[] frames) {
    for (int i = 0; i < frames.length; i++) {
      places.set(i, frames[i] != null && has(frames[i]));
    }
  }

  private static boolean has(Frame<OperandValue> frame) {
    for (int i = 0; i < frame.getLocals(); i++) {
      if (is(frame.getLocal(i))) {
        return true;
      }
    }
    for (int i = 0; i < frame.getStackSize(); i++) {
      if (is(frame.getStack(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(OperandValue value) {
    return value.kind() == Kind.THIS && !value.initialized();
  }

  boolean isAt(AbstractInsnNode insn) {
    return places.get(method.instructions.indexOf(insn));
  }

  /** The last such instruction; null if there is none. */
  AbstractInsnNode last() {
    return places.isEmpty() ? null : method.instructions.get(places.length() - 1);
  }

  /** Whether no other code that is ever run comes before the last of it. */
  boolean isFirst() {
    for (int i = places.nextClearBit(0); i < places.length(); i = places.nextClearBit(i + 1)) {
      if (method.instructions.get(i).getOpcode() >= 0) {
        return false;
      }
    }
    return true;
  }
}
