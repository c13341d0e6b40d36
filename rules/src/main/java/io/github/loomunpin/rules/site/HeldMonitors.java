// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.flow.Flow;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
 * Which monitors each instruction of a method runs under. Code is structured when every instruction
 * has one state. javac, ecj and kotlinc make such code; what is not structured the JIT compilers
 * refuse anyway.
 *
 * <p>A walk over every path of the method finds them:
 *
 * <ol>
 *   <li>a state is the list of monitorenter instructions whose monitors are held, oldest first;
 *   <li>monitorenter appends itself; monitorexit removes the newest entry with the same operand, or
 *       the newest of all if none has its operand, but then nobody can tell what it releases;
 *   <li>an exception takes the state before the instruction to each handler that may catch it, up
 *       to the first that catches everything; a return that leaves a monitor held throws one;
 *   <li>a monitorexit that throws has released nothing for a handler that releases the monitor
 *       itself, as javac makes them, and has done its work for the handlers further out, which are
 *       written for code that does not hold it;
 *   <li>a handler of nothing that throws, such as of an assignment, has the state of the
 *       instructions it is for, if it is the same for all of them: only an error that comes from
 *       outside leads there, but the verifier goes that way.
 * </ol>
 */
public final class HeldMonitors {

  private static final int MAX_STATES_PER_INSN = 8;

  private final MethodNode method;
  private final MonitorOperands operands;

  /** Each has few entries, so comparing them is faster than hashing them. */
  private final List<List<List<AbstractInsnNode>>> states = new ArrayList<>();

  private final Map<AbstractInsnNode, Set<AbstractInsnNode>> releases = new HashMap<>();
  private final List<List<TryCatchBlockNode>> handlers;

  /** Those that have no monitorenter with the same operand on some path. */
  private final Set<AbstractInsnNode> unmatched = new HashSet<>();

  private boolean structured = true;

  /**
   * Finds them out by the data flow of the method.
   *
   * @param frames one for each instruction, null where control never comes
   */
  public HeldMonitors(MethodNode method, Frame<OperandValue>[] frames) {
    this(method, new MonitorOperands.ByDataFlow(method, frames));
  }

  private HeldMonitors(MethodNode method, MonitorOperands operands) {
    this.method = method;
    this.operands = operands;
    this.handlers = Flow.handlers(method);
    for (int i = 0; i < method.instructions.size(); i++) {
      states.add(new ArrayList<>(1));
    }
    walk();
    releases.keySet().removeAll(unmatched);
  }

  /**
   * Finds them out by the variables that have the objects, without data flow; empty if that is not
   * certain.
   */
  static Optional<HeldMonitors> byVariables(MethodNode method) {
    MonitorOperands.ByVariables operands = new MonitorOperands.ByVariables(method);
    HeldMonitors held = new HeldMonitors(method, operands);
    return held.isStructured() && !held.isAnyOverwritten(operands)
        ? Optional.of(held)
        : Optional.empty();
  }

  /** Whether a variable gets another value before the monitor is released that it has. */
  private boolean isAnyOverwritten(MonitorOperands.ByVariables operands) {
    Map<AbstractInsnNode, Set<AbstractInsnNode>> exits = new HashMap<>();
    for (AbstractInsnNode insn : method.instructions) {
      for (AbstractInsnNode enter : releasedBy(insn)) {
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

  /**
   * Whether every instruction always runs under the same monitors, and each monitorexit certainly
   * releases one of them.
   */
  public boolean isStructured() {
    return structured && unmatched.isEmpty();
  }

  /**
   * The monitorenter instructions held before instruction {@code index}; empty if it is unreachable
   * or does not always run under the same monitors.
   */
  public Optional<List<AbstractInsnNode>> before(int index) {
    List<List<AbstractInsnNode>> known = states.get(index);
    return known.size() == 1 ? Optional.of(known.get(0)) : Optional.empty();
  }

  public boolean isReachable(int index) {
    return !states.get(index).isEmpty();
  }

  /**
   * The monitorenter instructions whose monitor a monitorexit releases; none if that cannot be
   * told.
   */
  public Set<AbstractInsnNode> releasedBy(AbstractInsnNode monitorexit) {
    return releases.getOrDefault(monitorexit, Set.of());
  }

  /**
   * Whether control may go from instruction {@code index} to its handlers; from a return it does if
   * a monitor is held.
   */
  public boolean mayReachHandlers(int index) {
    AbstractInsnNode insn = method.instructions.get(index);
    for (List<AbstractInsnNode> held : states.get(index)) {
      if (mayReachHandlers(insn, held)) {
        return true;
      }
    }
    return Flow.mayReachHandlers(insn);
  }

  /** Whether {@code monitorenter} is held on some path before instruction {@code index}. */
  public boolean isHeld(AbstractInsnNode monitorenter, int index) {
    for (List<AbstractInsnNode> held : states.get(index)) {
      if (held.contains(monitorenter)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the handler is only ever entered while {@code monitorenter} is held. */
  public boolean isAlwaysHeld(AbstractInsnNode monitorenter, int index) {
    for (List<AbstractInsnNode> held : states.get(index)) {
      if (!held.contains(monitorenter)) {
        return false;
      }
    }
    return isReachable(index);
  }

  /** The exception handlers of each instruction, in order, up to the first that catches all. */
  public List<TryCatchBlockNode> handlers(int index) {
    return handlers.get(index);
  }

  private record At(int index, List<AbstractInsnNode> held) {}

  /** A monitorexit that throws, and a handler that may catch it. */
  private record Failure(At exit, TryCatchBlockNode row) {

    @Override
    public boolean equals(Object object) {
      return object instanceof Failure other
          && row == other.row
          && exit.index() == other.exit.index()
          && exit.held().equals(other.exit.held());
    }

    @Override
    public int hashCode() {
      return 31 * exit.index() + row.hashCode();
    }
  }

  private final Deque<At> work = new ArrayDeque<>();
  private final Set<Failure> failures = new LinkedHashSet<>();

  private void walk() {
    if (method.instructions.size() > 0) {
      reach(0, List.of());
    }
    followAll();
    boolean more = true;
    while (more) {
      more = false;
      for (TryCatchBlockNode row : method.tryCatchBlocks) {
        more |= reachWithoutException(row);
        followAll();
      }
    }
  }

  private void followAll() {
    follow();
    while (!failures.isEmpty()) {
      Failure next =
          failures.stream().filter(this::isHandlerKnown).findFirst().orElse(first(failures));
      failures.remove(next);
      fail(next);
      follow();
    }
  }

  private void follow() {
    while (!work.isEmpty()) {
      At at = work.removeLast();
      AbstractInsnNode insn = method.instructions.get(at.index());
      if (insn.getOpcode() >= 0 && !operands.isReachable(at.index())) {
        continue;
      }
      if (mayReachHandlers(insn, at.held())) {
        for (TryCatchBlockNode row : handlers.get(at.index())) {
          if (insn.getOpcode() == Opcodes.MONITOREXIT) {
            failures.add(new Failure(at, row));
          } else {
            reach(handlerOf(row), at.held());
          }
        }
      }
      List<AbstractInsnNode> after = after(insn, at);
      for (int next : Flow.successors(method, at.index())) {
        reach(next, after);
      }
    }
  }

  private void fail(Failure failure) {
    // The other instructions of a row say what its handler expects. An exit may stand in the row
    // although less is held there: compilers put the code behind a block into the block's row.
    if (!isHandlerKnown(failure) && failure.row().type == null) {
      reach(handlerOf(failure.row()), failure.exit().held());
    }
  }

  private static boolean mayReachHandlers(AbstractInsnNode insn, List<AbstractInsnNode> held) {
    return Flow.mayReachHandlers(insn) || !held.isEmpty() && Flow.isReturn(insn.getOpcode());
  }

  /** Reaches the handler of a row if nothing in it throws; false if there is nothing to do. */
  private boolean reachWithoutException(TryCatchBlockNode row) {
    int handler = handlerOf(row);
    if (isReached(handler) || !operands.isReachable(handler)) {
      return false;
    }
    List<AbstractInsnNode> covered = null;
    int end = method.instructions.indexOf(row.end);
    for (int i = method.instructions.indexOf(row.start); i < end; i++) {
      int opcode = method.instructions.get(i).getOpcode();
      if (opcode >= 0 && opcode != Opcodes.MONITOREXIT && handlers.get(i).contains(row)) {
        for (List<AbstractInsnNode> held : states.get(i)) {
          if (covered != null && !covered.equals(held)) {
            return false;
          }
          covered = held;
        }
      }
    }
    if (covered == null) {
      return false;
    }
    reach(handler, covered);
    return true;
  }

  private boolean isHandlerKnown(Failure failure) {
    return isReached(handlerOf(failure.row()));
  }

  private int handlerOf(TryCatchBlockNode row) {
    return method.instructions.indexOf(row.handler);
  }

  private static Failure first(Set<Failure> failures) {
    return failures.iterator().next();
  }

  private void reach(int index, List<AbstractInsnNode> held) {
    if (index >= states.size()) {
      return;
    }
    List<List<AbstractInsnNode>> known = states.get(index);
    if (known.size() >= MAX_STATES_PER_INSN || known.contains(held)) {
      return;
    }
    known.add(held);
    structured &= known.size() == 1;
    work.add(new At(index, held));
  }

  private List<AbstractInsnNode> after(AbstractInsnNode insn, At at) {
    if (insn.getOpcode() == Opcodes.MONITORENTER) {
      List<AbstractInsnNode> more = new ArrayList<>(at.held());
      more.add(insn);
      return List.copyOf(more);
    }
    if (insn.getOpcode() == Opcodes.MONITOREXIT) {
      int released = released(insn, at);
      if (released < 0) {
        structured = false;
        return at.held();
      }
      releases.computeIfAbsent(insn, key -> new LinkedHashSet<>()).add(at.held().get(released));
      List<AbstractInsnNode> fewer = new ArrayList<>(at.held());
      fewer.remove(released);
      return List.copyOf(fewer);
    }
    return at.held();
  }

  private int released(AbstractInsnNode monitorexit, At at) {
    for (int i = at.held().size() - 1; i >= 0; i--) {
      if (operands.isSameObject(monitorexit, at.held().get(i))) {
        return i;
      }
    }
    unmatched.add(monitorexit);
    return at.held().size() - 1;
  }

  private boolean isReached(int index) {
    return !states.get(index).isEmpty();
  }
}
