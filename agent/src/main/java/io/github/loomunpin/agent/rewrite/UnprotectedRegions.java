// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.flow.Flow;
import io.github.loomunpin.rules.site.HeldMonitors;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Releases what a method still holds when it returns, or when an exception that no handler catches
 * leaves it. Compilers protect each region by a handler that releases its monitor (JVMS §3.14).
 * Where there is none HotSpot releases the monitors of the frame and throws an
 * IllegalMonitorStateException instead of the exception; a return throws one, too, before anything
 * is released (JVMS §2.11.10). A lock would stay held, so this class spells that out with monitor
 * instructions, which are rewritten afterwards like all others:
 *
 * <pre>
 *   monitorenter(o)          monitorenter(lock = o)
 *   f();                →    try { f(); } catch (any) { monitorexit(lock); throw new IMSE(); }
 *   return;                  throw new IMSE();   // where the monitor is still held
 * </pre>
 *
 * The new handlers come last in the exception table. There is one for each list of monitors that
 * may be left, which releases the newest and goes on to that of the others.
 */
final class UnprotectedRegions {

  private static final String FAILURE = "java/lang/IllegalMonitorStateException";

  private final ClassNode owner;
  private final MethodNode method;
  private final HeldMonitors held;

  /** Where control comes with these monitors held: with the exception, and without. */
  private record Handler(LabelNode caught, LabelNode release) {

    Handler() {
      this(new LabelNode(), new LabelNode());
    }
  }

  private final Map<List<AbstractInsnNode>, Handler> handlers = new LinkedHashMap<>();
  private final List<AbstractInsnNode> returns = new ArrayList<>();
  private final Map<AbstractInsnNode, Integer> slots = new LinkedHashMap<>();
  private final List<TryCatchBlockNode> rows = new ArrayList<>();

  private UnprotectedRegions(ClassNode owner, MethodNode method, HeldMonitors held) {
    this.owner = owner;
    this.method = method;
    this.held = held;
  }

  /** What is left to be done for a method. */
  enum Left {
    /** Each region is protected. */
    NOTHING,
    /** The method was changed, so that what is known of it must be found out anew. */
    ANALYSIS,
    /** Bytecode does not tell what is to be released, or a handler cannot: {@link FrameLocks}. */
    ALL
  }

  static Left apply(ClassNode owner, MethodNode method, MethodMonitors monitors) {
    HeldMonitors held = monitors.held();
    if (!held.isStructured()) {
      return Left.ALL;
    }
    UnprotectedRegions regions = new UnprotectedRegions(owner, method, held);
    Set<AbstractInsnNode> left = regions.find();
    if (left.isEmpty() && regions.returns.isEmpty()) {
      return Left.NOTHING;
    }
    if (!regions.mayBeReleased(left, monitors)) {
      return Left.ALL;
    }
    regions.apply();
    return Left.ANALYSIS;
  }

  /** Whether there is nothing to be done. */
  static boolean isEachProtected(ClassNode owner, MethodNode method, HeldMonitors held) {
    UnprotectedRegions regions = new UnprotectedRegions(owner, method, held);
    return held.isStructured() && regions.find().isEmpty() && regions.returns.isEmpty();
  }

  /** The frame of a handler cannot have an object whose constructor has not been called yet. */
  private boolean mayBeReleased(Set<AbstractInsnNode> left, MethodMonitors monitors) {
    UninitializedThis before = UninitializedThis.of(owner, method);
    return left.stream().noneMatch(before::isAt)
        && left.stream()
            .allMatch(enter -> monitors.use(enter).orElseThrow().operand().initialized());
  }

  /** Finds what may be left, and returns the monitors. */
  private Set<AbstractInsnNode> find() {
    Set<AbstractInsnNode> left = new LinkedHashSet<>();
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      List<AbstractInsnNode> state = held.before(i).orElse(List.of());
      if (state.isEmpty() || insn.getOpcode() == Opcodes.MONITOREXIT) {
        continue;
      }
      if (Flow.isReturn(insn.getOpcode())) {
        returns.add(insn);
      }
      if ((isDefinedToThrow(insn) || Flow.isReturn(insn.getOpcode())) && !isProtected(i)) {
        add(state);
        left.addAll(state);
      }
    }
    return left;
  }

  private void add(List<AbstractInsnNode> state) {
    if (!state.isEmpty() && !handlers.containsKey(state)) {
      handlers.put(state, new Handler());
      add(state.subList(0, state.size() - 1));
    }
  }

  private boolean isProtected(int index) {
    for (TryCatchBlockNode row : held.handlers(index)) {
      if (Flow.catchesAll(row)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an instruction throws by its definition (JVMS §6.5); exits and returns are told apart
   * before. Leaves out arithmetic and jumps, which {@code Flow.mayReachHandlers} has as well:
   * compilers' handlers cover less of them than of calls, and they need no handler.
   */
  private static boolean isDefinedToThrow(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
        || opcode == Opcodes.IDIV
        || opcode == Opcodes.LDIV
        || opcode == Opcodes.IREM
        || opcode == Opcodes.LREM
        || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER
        || opcode == Opcodes.MULTIANEWARRAY
        || insn instanceof LdcInsnNode constant
            && !(constant.cst instanceof Number || constant.cst instanceof String);
  }

  private void apply() {
    int firstSlot = Math.max(method.maxLocals, Type.getArgumentsAndReturnSizes(method.desc) >> 2);
    for (List<AbstractInsnNode> state : handlers.keySet()) {
      state.forEach(enter -> slots.putIfAbsent(enter, firstSlot + slots.size()));
    }
    addRows();
    method.maxLocals = firstSlot + slots.size();
    method.maxStack += 2;
    List<String> types = Collections.nCopies(slots.size(), AddedVariables.OBJECT);
    AddedVariables.addToFrames(method, firstSlot, types);
    slots.forEach(
        (enter, slot) -> {
          method.instructions.insertBefore(enter, new InsnNode(Opcodes.DUP));
          method.instructions.insertBefore(enter, new VarInsnNode(Opcodes.ASTORE, slot));
        });
    AddedVariables.setToNull(method, slots.values());
    returns.forEach(this::replaceReturn);
    if (!handlers.isEmpty()) {
      addHandlers();
    }
    method.tryCatchBlocks.addAll(rows);
  }

  /** One row for each stretch of instructions with the same handler. */
  private void addRows() {
    AbstractInsnNode[] all = method.instructions.toArray();
    List<List<AbstractInsnNode>> states = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      states.add(left(all[i], i));
    }
    int from = 0;
    int to = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i].getOpcode() >= 0) {
        if (!states.get(i).equals(states.get(from))) {
          addRow(all[from], all[to], states.get(from));
          from = i;
        }
        to = i;
      }
    }
    addRow(all[from], all[to], states.get(from));
  }

  private void addRow(AbstractInsnNode from, AbstractInsnNode to, List<AbstractInsnNode> state) {
    if (handlers.containsKey(state)) {
      LabelNode start = new LabelNode();
      LabelNode end = new LabelNode();
      method.instructions.insertBefore(from, start);
      method.instructions.insert(to, end);
      rows.add(new TryCatchBlockNode(start, end, handlers.get(state).caught(), null));
    }
  }

  /** The monitors that are left if an instruction throws and nothing catches it. */
  private List<AbstractInsnNode> left(AbstractInsnNode insn, int index) {
    List<AbstractInsnNode> state = held.before(index).orElse(List.of());
    if (insn.getOpcode() == Opcodes.MONITOREXIT) {
      // It throws only when it has become a call, and then it has released its monitor.
      List<AbstractInsnNode> fewer = new ArrayList<>(state);
      fewer.removeAll(held.releasedBy(insn));
      return fewer;
    }
    return state;
  }

  private void replaceReturn(AbstractInsnNode insn) {
    InsnList code = new InsnList();
    addFailure(code);
    method.instructions.insertBefore(insn, code);
    method.instructions.remove(insn);
  }

  private static void addFailure(InsnList code) {
    code.add(new TypeInsnNode(Opcodes.NEW, FAILURE));
    code.add(new InsnNode(Opcodes.DUP));
    code.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, FAILURE, "<init>", "()V", false));
    code.add(new InsnNode(Opcodes.ATHROW));
  }

  private void addHandlers() {
    InsnList code = method.instructions;
    LabelNode failure = new LabelNode();
    handlers.forEach(
        (state, handler) -> {
          AbstractInsnNode newest = state.get(state.size() - 1);
          Handler next = handlers.get(state.subList(0, state.size() - 1));
          LabelNode exit = new LabelNode();
          LabelNode end = new LabelNode();
          code.add(handler.caught());
          addFrame(state, new Object[] {"java/lang/Throwable"});
          code.add(new InsnNode(Opcodes.POP));
          code.add(handler.release());
          addFrame(state, new Object[0]);
          code.add(new VarInsnNode(Opcodes.ALOAD, slots.get(newest)));
          code.add(exit);
          code.add(new InsnNode(Opcodes.MONITOREXIT));
          code.add(end);
          code.add(new JumpInsnNode(Opcodes.GOTO, next == null ? failure : next.release()));
          if (next != null) {
            rows.add(new TryCatchBlockNode(exit, end, next.caught(), null));
          }
        });
    code.add(failure);
    addFrame(List.of(), new Object[0]);
    addFailure(code);
  }

  private void addFrame(List<AbstractInsnNode> state, Object[] stack) {
    if ((owner.version & 0xFFFF) < Opcodes.V1_6) {
      return;
    }
    int size = state.stream().mapToInt(enter -> slots.get(enter) + 1).max().orElse(0);
    Object[] locals = new Object[size];
    Arrays.fill(locals, Opcodes.TOP);
    state.forEach(enter -> locals[slots.get(enter)] = AddedVariables.OBJECT);
    method.instructions.add(
        new FrameNode(Opcodes.F_NEW, locals.length, locals, stack.length, stack));
  }
}
