// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Operands by the variables that compilers keep them in, without the data flow. That they are the
 * same holds if nothing else is stored there meanwhile.
 */
final class VariableOperands implements MonitorOperands {

  private final LockVariables variables;

  /** Variables by their numbers, and classes. */
  private final Map<AbstractInsnNode, List<Object>> places = new HashMap<>();

  VariableOperands(MethodNode method) {
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

  @Override
  public boolean isSameField(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter) {
    return false;
  }

  @Override
  public boolean isKnown(AbstractInsnNode monitor) {
    return false;
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
