// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Operands by the data flow of the method. */
record FrameOperands(MethodNode method, Frame<OperandValue>[] frames) implements MonitorOperands {

  @Override
  public boolean isReachable(int index) {
    return frames[index] != null;
  }

  @Override
  public boolean isSameObject(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter) {
    return of(monitorexit).isSameObjectAs(of(monitorenter));
  }

  @Override
  public boolean isSameField(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter) {
    return of(monitorexit).isSameFieldAs(of(monitorenter));
  }

  @Override
  public boolean isKnown(AbstractInsnNode monitor) {
    return of(monitor).isKnown();
  }

  private OperandValue of(AbstractInsnNode monitor) {
    return OperandAnalyzer.stackTop(frames[method.instructions.indexOf(monitor)], 0);
  }
}
