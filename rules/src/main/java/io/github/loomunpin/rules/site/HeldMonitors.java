// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.flow.Flow;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which monitors each instruction of a method runs under, as {@link MonitorWalk} finds out.
 *
 * <p>Code is structured when every instruction has one state. javac, ecj and kotlinc make such
 * code; what is not structured the JIT compilers refuse anyway.
 */
public final class HeldMonitors {

  private final MethodNode method;
  private final MonitorWalk walk;

  public HeldMonitors(MethodNode method, Frame<OperandValue>[] frames) {
    this(method, new MonitorWalk(method, new FrameOperands(method, frames)));
  }

  private HeldMonitors(MethodNode method, MonitorWalk walk) {
    this.method = method;
    this.walk = walk;
  }

  /**
   * Finds them out by the variables that have the objects, without data flow; empty if that is not
   * certain.
   */
  static Optional<HeldMonitors> byVariables(MethodNode method) {
    VariableOperands operands = new VariableOperands(method);
    MonitorWalk walk = new MonitorWalk(method, operands);
    HeldMonitors held = new HeldMonitors(method, walk);
    return walk.isStructured() && walk.isEachMatched() && !held.isAnyOverwritten(operands)
        ? Optional.of(held)
        : Optional.empty();
  }

  /** Whether a variable gets another value before the monitor is released that it has. */
  private boolean isAnyOverwritten(VariableOperands operands) {
    Map<AbstractInsnNode, Set<AbstractInsnNode>> exits = new HashMap<>();
    for (AbstractInsnNode insn : method.instructions) {
      for (AbstractInsnNode enter : walk.releasedBy(insn)) {
        exits.computeIfAbsent(enter, key -> new HashSet<>()).add(insn);
      }
    }
    for (int i = 0; i < method.instructions.size(); i++) {
      if (method.instructions.get(i) instanceof VarInsnNode store
          && store.getOpcode() >= Opcodes.ISTORE
          && store.getOpcode() <= Opcodes.ASTORE) {
        boolean isWide = store.getOpcode() == Opcodes.LSTORE || store.getOpcode() == Opcodes.DSTORE;
        for (AbstractInsnNode enter : before(i).orElse(List.of())) {
          for (AbstractInsnNode exit : exits.getOrDefault(enter, Set.of())) {
            if (operands.isReadBy(exit, store.var)
                || isWide && operands.isReadBy(exit, store.var + 1)) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  /** Whether every instruction always runs under the same monitors. */
  public boolean isStructured() {
    return walk.isStructured();
  }

  /**
   * The monitorenter instructions held before instruction {@code index}; empty if it is unreachable
   * or does not always run under the same monitors.
   */
  public Optional<List<AbstractInsnNode>> before(int index) {
    List<List<AbstractInsnNode>> known = walk.states(index);
    return known.size() == 1 ? Optional.of(known.get(0)) : Optional.empty();
  }

  public boolean isReachable(int index) {
    return !walk.states(index).isEmpty();
  }

  /**
   * The monitorenter instructions whose monitor a monitorexit releases; none if that cannot be
   * told.
   */
  public Set<AbstractInsnNode> releasedBy(AbstractInsnNode monitorexit) {
    return walk.releasedBy(monitorexit);
  }

  /** Whether a monitorexit may well be of an object that the method does not hold, and throw. */
  public boolean mayFail(AbstractInsnNode monitorexit) {
    return walk.mayFail(monitorexit);
  }

  /** Whether instruction {@code index} may throw; a return does if a monitor is held. */
  public boolean mayThrow(int index) {
    AbstractInsnNode insn = method.instructions.get(index);
    for (List<AbstractInsnNode> held : walk.states(index)) {
      if (MonitorWalk.mayThrow(insn, held)) {
        return true;
      }
    }
    return Flow.canThrow(insn);
  }

  /** Whether {@code monitorenter} is held on some path before instruction {@code index}. */
  public boolean isHeld(AbstractInsnNode monitorenter, int index) {
    for (List<AbstractInsnNode> held : walk.states(index)) {
      if (held.contains(monitorenter)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the handler is only ever entered while {@code monitorenter} is held. */
  public boolean isAlwaysHeld(AbstractInsnNode monitorenter, int index) {
    for (List<AbstractInsnNode> held : walk.states(index)) {
      if (!held.contains(monitorenter)) {
        return false;
      }
    }
    return isReachable(index);
  }

  /** The exception handlers of each instruction, in order, up to the first that catches all. */
  public List<TryCatchBlockNode> handlers(int index) {
    return walk.handlers(index);
  }
}
