// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.flow.Flow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Walks every path of a method to find which monitors its instructions run under:
 *
 * <ol>
 *   <li>a state is the list of monitorenter instructions whose monitors are held, oldest first;
 *   <li>monitorenter appends itself; monitorexit removes the newest entry with the same operand, or
 *       the only one there is; if there are several and none has its operand, it cannot be told
 *       which of them it releases;
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
final class MonitorWalk {

  private static final int MAX_STATES_PER_INSN = 8;

  private final MethodNode method;
  private final MonitorOperands operands;

  /** Each has few entries, so comparing them is faster than hashing them. */
  private final List<List<List<AbstractInsnNode>>> states = new ArrayList<>();

  private final Map<AbstractInsnNode, Set<AbstractInsnNode>> releases = new HashMap<>();
  private final List<List<TryCatchBlockNode>> handlers;

  /** Those that have no monitorenter with the same operand on some path. */
  private final Set<AbstractInsnNode> unmatched = new HashSet<>();

  /** Those of them whose operand certainly comes from somewhere else. */
  private final Set<AbstractInsnNode> strangers = new HashSet<>();

  private boolean structured = true;
  private boolean lost;

  MonitorWalk(MethodNode method, MonitorOperands operands) {
    this.method = method;
    this.operands = operands;
    this.handlers = Flow.handlers(method);
    for (int i = 0; i < method.instructions.size(); i++) {
      states.add(new ArrayList<>(1));
    }
    walk();
    if (lost) {
      releases.keySet().removeAll(unmatched);
    }
  }

  boolean isStructured() {
    return structured;
  }

  /** Whether each monitorexit has, on all paths, the operand of a monitorenter that is held. */
  boolean isEachMatched() {
    return unmatched.isEmpty();
  }

  /** The different lists of monitorenter instructions that are held before an instruction. */
  List<List<AbstractInsnNode>> states(int index) {
    return states.get(index);
  }

  /**
   * The monitorenter instructions whose monitor a monitorexit releases; none if that cannot be
   * told.
   */
  Set<AbstractInsnNode> releasedBy(AbstractInsnNode monitorexit) {
    return releases.getOrDefault(monitorexit, Set.of());
  }

  /** Whether a monitorexit may well be of an object that the method does not hold, and throw. */
  boolean mayFail(AbstractInsnNode monitorexit) {
    return strangers.contains(monitorexit);
  }

  /** The exception handlers of an instruction, in order, up to the first that catches all. */
  List<TryCatchBlockNode> handlers(int index) {
    return handlers.get(index);
  }

  private record At(int index, List<AbstractInsnNode> held) {}

  /** A monitorexit that throws, and a handler that may catch it. */
  private record Failure(At exit, TryCatchBlockNode row) {

    /**
     * The same as a record's own, which the JVM would make out of method handles while the
     * application starts.
     */
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
      if (mayThrow(insn, at.held())) {
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

  /** Whether an instruction may throw; a return does if a monitor is held. */
  static boolean mayThrow(AbstractInsnNode insn, List<AbstractInsnNode> held) {
    return Flow.canThrow(insn)
        || !held.isEmpty()
            && insn.getOpcode() >= Opcodes.IRETURN
            && insn.getOpcode() <= Opcodes.RETURN;
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
    for (int i = at.held().size() - 1; i >= 0; i--) {
      if (operands.isSameField(monitorexit, at.held().get(i))) {
        return i;
      }
    }
    unmatched.add(monitorexit);
    if (operands.isKnown(monitorexit) && at.held().stream().allMatch(operands::isKnown)) {
      strangers.add(monitorexit);
    }
    lost |= at.held().size() > 1;
    return at.held().size() - 1;
  }

  private boolean isReached(int index) {
    return !states.get(index).isEmpty();
  }
}
