// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** What is known of the objects of monitor instructions. */
sealed interface MonitorOperands {

  /** Whether control may come to the instruction at {@code index}; true if that is not known. */
  boolean isReachable(int index);

  /** Whether a monitorexit certainly has the object of a monitorenter that is held. */
  boolean isSameObject(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter);

  /** Operands by the data flow of the method. */
  record ByDataFlow(MethodNode method, Frame<OperandValue>[] frames) implements MonitorOperands {

    @Override
    public boolean isReachable(int index) {
      return frames[index] != null;
    }

    @Override
    public boolean isSameObject(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter) {
      return of(monitorexit).isSameObjectAs(of(monitorenter));
    }

    private OperandValue of(AbstractInsnNode monitor) {
      return OperandAnalyzer.stackTop(frames[method.instructions.indexOf(monitor)], 0);
    }
  }

  /**
   * Operands by the variables that compilers keep them in, without the data flow. That they are the
   * same holds if nothing else is stored there meanwhile.
   */
  final class ByVariables implements MonitorOperands {

    private final LockVariables variables;

    /** Variables by their numbers, and classes. */
    private final Map<AbstractInsnNode, List<Object>> places = new HashMap<>();

    ByVariables(MethodNode method) {
      variables = new LockVariables(method);
    }

    @Override
    public boolean isReachable(int index) {
      return true;
    }

    @Override
    public boolean isSameObject(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter) {
      List<Object> released = of(monitorexit);
      return released.size() == 1 && of(monitorenter).contains(released.get(0));
    }

    private List<Object> of(AbstractInsnNode monitor) {
      return places.computeIfAbsent(monitor, this::find);
    }

    private List<Object> find(AbstractInsnNode monitor) {
      List<Object> found = new ArrayList<>(variables.of(monitor));
      variables.classOf(monitor).ifPresent(found::add);
      return found;
    }

    /** Whether the object of a monitorexit was read from this variable. */
    boolean isReadBy(AbstractInsnNode monitorexit, int variable) {
      return of(monitorexit).contains(variable);
    }
  }
}
