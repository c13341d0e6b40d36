// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.flow.Flow;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.HeldMonitors;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Which instructions are needed in which copy of a body, when the mode of some objects is known at
 * run time only. A conditional monitorenter would keep the method from ever being compiled, because
 * the JIT compilers refuse a method unless they can prove that its monitors are balanced. So each
 * such block exists twice:
 *
 * <pre>
 *   if (isNative(o)) { synchronized (o) { body } } else { enter(o); body; exit(o) }
 * </pre>
 *
 * A copy is named by the undecided monitors held in it and the mode found for each; the copy with
 * none is the method itself. Starting at the method's entry, a walk over (instruction, copy) finds
 * what each copy must contain.
 */
final class ModeCopies {

  /** An undecided monitor that is held in a copy, and how. */
  record Held(AbstractInsnNode enter, boolean isNative) {

    @Override
    public boolean equals(Object object) {
      return object instanceof Held other && enter == other.enter && isNative == other.isNative;
    }

    @Override
    public int hashCode() {
      return 31 * enter.hashCode() + (isNative ? 1 : 0);
    }
  }

  /**
   * About the size up to which HotSpot compiles a method: 8000 bytes ({@code
   * -XX:-DontCompileHugeMethods}).
   */
  private static final int MAX_INSTRUCTIONS = 3000;

  /** Copies double with each level; code that people write never comes near this limit. */
  private static final int MAX_NESTING = 5;

  private final MethodNode method;
  private final MethodMonitors monitors;
  private final HeldMonitors held;
  private final Map<List<Held>, BitSet> copies = new LinkedHashMap<>();

  private int size;

  private record At(int index, List<Held> copy) {}

  private final Deque<At> work = new ArrayDeque<>();

  ModeCopies(MethodNode method, MethodMonitors monitors) throws UnstructuredMonitorsException {
    this.method = method;
    this.monitors = monitors;
    this.held = monitors.held();
    reach(0, List.of());
    while (!work.isEmpty()) {
      walk(work.removeLast());
    }
  }

  /** The copies in the order they are laid out, each with the indexes of its instructions. */
  Map<List<Held>, BitSet> copies() {
    return copies;
  }

  boolean contains(List<Held> copy, int index) {
    BitSet indexes = copies.get(copy);
    return indexes != null && indexes.get(index);
  }

  boolean isUndecided(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT)
        && isOf(Mode.RUNTIME, insn);
  }

  private boolean isOf(Mode mode, AbstractInsnNode insn) {
    Optional<MethodMonitors.Use> use = monitors.use(insn);
    return use.isPresent() && use.get().decision().mode() == mode;
  }

  /** The copy in which code runs after an undecided monitorenter. */
  static List<Held> entered(List<Held> copy, AbstractInsnNode enter, boolean isNative) {
    List<Held> inside = new ArrayList<>(copy);
    inside.add(new Held(enter, isNative));
    return List.copyOf(inside);
  }

  /** The monitor that an undecided monitorexit releases in a copy. */
  Held released(List<Held> copy, AbstractInsnNode exit) throws UnstructuredMonitorsException {
    Set<AbstractInsnNode> candidates = held.releasedBy(exit);
    for (int i = copy.size() - 1; i >= 0; i--) {
      if (candidates.contains(copy.get(i).enter())) {
        return copy.get(i);
      }
    }
    throw new UnstructuredMonitorsException("a monitorexit has no monitorenter");
  }

  static List<Held> without(List<Held> copy, Held released) {
    List<Held> rest = new ArrayList<>(copy);
    rest.remove(rest.lastIndexOf(released));
    return List.copyOf(rest);
  }

  /** The part of a copy's name that was already true at instruction {@code index}. */
  List<Held> at(List<Held> copy, int index) throws UnstructuredMonitorsException {
    Optional<List<AbstractInsnNode>> then = held.before(index);
    if (then.isEmpty()) {
      throw new UnstructuredMonitorsException("an object is made under different monitors");
    }
    return copy.stream().filter(monitor -> then.get().contains(monitor.enter())).toList();
  }

  /** Whether the instruction is a monitorexit that becomes a call in this copy. */
  boolean isVirtualExit(AbstractInsnNode insn, List<Held> copy)
      throws UnstructuredMonitorsException {
    if (insn.getOpcode() != Opcodes.MONITOREXIT) {
      return false;
    }
    return isUndecided(insn) ? !released(copy, insn).isNative() : isVirtual(insn);
  }

  /** Whether the instruction is a monitor instruction that becomes a call in every copy. */
  boolean isVirtual(AbstractInsnNode insn) {
    return isOf(Mode.VIRTUAL, insn);
  }

  /**
   * The copy in which a row's handler runs for an exception thrown by an instruction in {@code
   * copy}; empty if the row must not cover the instruction there.
   */
  Optional<List<Held>> handlerCopy(TryCatchBlockNode row, AbstractInsnNode insn, List<Held> copy)
      throws UnstructuredMonitorsException {
    if (insn.getOpcode() != Opcodes.MONITOREXIT) {
      return Optional.of(copy);
    }
    List<Held> target = copy;
    if (ExceptionRows.mustNotCover(method, held, row, insn)) {
      if (isVirtualExit(insn, copy)) {
        return Optional.empty();
      }
    } else if (isUndecided(insn)) {
      // The handlers further out run as if the exit had done its work.
      target = without(copy, released(copy, insn));
    }
    return expects(row, target) ? Optional.of(target) : Optional.empty();
  }

  /** Whether the handler is written for code that holds these undecided monitors and no others. */
  private boolean expects(TryCatchBlockNode row, List<Held> copy) {
    Optional<List<AbstractInsnNode>> then = held.before(method.instructions.indexOf(row.handler));
    if (then.isEmpty()) {
      return true;
    }
    int matched = 0;
    for (AbstractInsnNode enter : then.get()) {
      if (isUndecided(enter)) {
        if (matched == copy.size() || copy.get(matched).enter() != enter) {
          return false;
        }
        matched++;
      }
    }
    return matched == copy.size();
  }

  private void walk(At at) throws UnstructuredMonitorsException {
    AbstractInsnNode insn = method.instructions.get(at.index());
    boolean undecided = isUndecided(insn);
    List<TryCatchBlockNode> rows =
        !held.mayReachHandlers(at.index())
            ? List.of()
            : isVirtualExit(insn, at.copy()) ? rowsCovering(at.index()) : held.handlers(at.index());
    for (TryCatchBlockNode row : rows) {
      Optional<List<Held>> copy = handlerCopy(row, insn, at.copy());
      if (copy.isPresent()) {
        reach(method.instructions.indexOf(row.handler), copy.get());
        if (row.type == null) {
          break;
        }
      }
    }
    if (undecided && insn.getOpcode() == Opcodes.MONITORENTER) {
      reach(at.index() + 1, entered(at.copy(), insn, false));
      reach(at.index() + 1, entered(at.copy(), insn, true));
    } else if (undecided) {
      reach(at.index() + 1, without(at.copy(), released(at.copy(), insn)));
    } else {
      for (int next : Flow.successors(method, at.index())) {
        reach(next, at.copy());
      }
    }
  }

  private List<TryCatchBlockNode> rowsCovering(int index) {
    List<TryCatchBlockNode> rows = new ArrayList<>();
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      if (method.instructions.indexOf(row.start) <= index
          && method.instructions.indexOf(row.end) > index) {
        rows.add(row);
      }
    }
    return rows;
  }

  private void reach(int index, List<Held> copy) throws UnstructuredMonitorsException {
    BitSet indexes = copies.get(copy);
    if (indexes == null) {
      if (copy.size() > MAX_NESTING) {
        throw new UnstructuredMonitorsException("too many undecided monitors are nested");
      }
      indexes = new BitSet();
      copies.put(copy, indexes);
    }
    if (index < method.instructions.size() && !indexes.get(index)) {
      indexes.set(index);
      if (method.instructions.get(index).getOpcode() >= 0 && ++size > MAX_INSTRUCTIONS) {
        throw new UnstructuredMonitorsException("two copies of the body are too large");
      }
      work.add(new At(index, copy));
    }
  }

  /** The monitors of a method cannot be followed, so its body cannot be copied per mode. */
  static final class UnstructuredMonitorsException extends Exception {

    private static final long serialVersionUID = 1L;

    UnstructuredMonitorsException(String message) {
      super(message);
    }
  }
}
