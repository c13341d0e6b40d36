// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The code of a method that branches on boolean parameters, as basic blocks. */
final class FlagBranches {

  /** The first bytecode index of each block, in order. */
  private final int[] starts;

  /** For each block the blocks that may follow. */
  private final int[][] next;

  /** For each block the blocks that an exception may lead to. */
  private final int[][] handlers;

  /** For each block the branch at its end; null if no parameter decides. */
  private final Branch[] branches;

  private FlagBranches(int[] starts, int[][] next, int[][] handlers, Branch[] branches) {
    this.starts = starts;
    this.next = next;
    this.handlers = handlers;
    this.branches = branches;
  }

  /**
   * A branch on a parameter, and the blocks that it leads to.
   *
   * @param parameter with {@code this} as the first
   */
  private record Branch(int parameter, int ifTrue, int ifFalse) {}

  boolean dependOn(int parameter) {
    return Arrays.stream(branches)
        .anyMatch(branch -> branch != null && branch.parameter == parameter);
  }

  /**
   * The blocks that may run.
   *
   * @param flagOf the value of a parameter: {@link AbstractValue#TRUE}, {@link
   *     AbstractValue#FALSE}, or anything else if it is not known
   */
  BitSet reachable(IntFunction<AbstractValue> flagOf) {
    BitSet reached = new BitSet(starts.length);
    Deque<Integer> work = new ArrayDeque<>();
    reached.set(0);
    work.add(0);
    while (!work.isEmpty()) {
      int block = work.removeFirst();
      for (int[] targets : List.of(next(block, flagOf), handlers[block])) {
        for (int target : targets) {
          if (!reached.get(target)) {
            reached.set(target);
            work.add(target);
          }
        }
      }
    }
    return reached;
  }

  private int[] next(int block, IntFunction<AbstractValue> flagOf) {
    Branch branch = branches[block];
    if (branch != null) {
      AbstractValue flag = flagOf.apply(branch.parameter);
      if (flag.kind() == AbstractValue.Kind.CONSTANT) {
        return new int[] {flag.equals(AbstractValue.TRUE) ? branch.ifTrue : branch.ifFalse};
      }
    }
    return next[block];
  }

  /** The block of an instruction. */
  int block(int bci) {
    return block(starts, bci);
  }

  /**
   * @param starts the first bytecode index of each block
   */
  private static int block(int[] starts, int bci) {
    int place = Arrays.binarySearch(starts, bci);
    return place < 0 ? -place - 2 : place;
  }

  /** Finds the branches of a method while another visitor reads it. */
  static final class BranchReader extends MethodVisitor {

    private static final int NOTHING = -1;

    /**
     * An instruction after which control does not simply go on.
     *
     * @param slot of the parameter that decides; {@link #NOTHING} if none does
     * @param jumpsIf the value of that parameter with which it jumps
     */
    private record Jump(int bci, List<Label> labels, boolean goesOn, int slot, boolean jumpsIf) {}

    private record Handler(Label start, Label end, Label label) {}

    private final CodeVisitor code;
    private final IntSupplier bci;

    /** Boolean parameters by their slots. */
    private final Map<Integer, Integer> flags = new HashMap<>();

    private final BitSet stored = new BitSet();
    private final LabelPlaces labels = new LabelPlaces();
    private final List<Jump> jumps = new ArrayList<>();
    private final List<Handler> handlers = new ArrayList<>(0);

    /** The slot of the parameter that the last instruction put on the stack. */
    private int last = NOTHING;

    private boolean hasSubroutines;

    /**
     * @param bci of the instruction that is visited
     */
    BranchReader(CodeVisitor code, IntSupplier bci, CallShape shape, int access) {
      super(Opcodes.ASM9, code);
      this.code = code;
      this.bci = bci;
      int slot = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
      for (int i = 0; i < shape.parameters(); i++) {
        if (shape.isFlag(i)) {
          flags.put(slot, i + 1);
        }
        slot += shape.isWide(i) ? 2 : 1;
      }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      handlers.add(new Handler(start, end, handler));
      super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
      labels.add(label, bci.getAsInt());
      // Other code may go on here, with something else on the stack.
      last = NOTHING;
      super.visitLabel(label);
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
      if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
        stored.set(slot);
      }
      hasSubroutines |= opcode == Opcodes.RET;
      last = opcode == Opcodes.ILOAD && flags.containsKey(slot) ? slot : NOTHING;
      super.visitVarInsn(opcode, slot);
    }

    @Override
    public void visitIincInsn(int slot, int increment) {
      stored.set(slot);
      last = NOTHING;
      super.visitIincInsn(slot, increment);
    }

    @Override
    public void visitInsn(int opcode) {
      last = NOTHING;
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
        jumps.add(new Jump(bci.getAsInt(), List.of(), false, NOTHING, false));
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      hasSubroutines |= opcode == Opcodes.JSR;
      boolean isBranch = opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE;
      jumps.add(
          new Jump(
              bci.getAsInt(),
              List.of(label),
              opcode != Opcodes.GOTO,
              isBranch ? last : NOTHING,
              opcode == Opcodes.IFNE));
      last = NOTHING;
      super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
      select(dflt, labels);
      super.visitTableSwitchInsn(min, max, dflt, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
      select(dflt, labels);
      super.visitLookupSwitchInsn(dflt, keys, labels);
    }

    private void select(Label dflt, Label[] labels) {
      List<Label> all = new ArrayList<>(Arrays.asList(labels));
      all.add(dflt);
      jumps.add(new Jump(bci.getAsInt(), all, false, NOTHING, false));
      last = NOTHING;
    }

    // The following instructions only end what may have been a branch.

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      last = NOTHING;
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      last = NOTHING;
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      last = NOTHING;
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      last = NOTHING;
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitLdcInsn(Object value) {
      last = NOTHING;
      super.visitLdcInsn(value);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      last = NOTHING;
      super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      last = NOTHING;
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitEnd() {
      if (!hasSubroutines && jumps.stream().anyMatch(this::isBranch)) {
        code.setBranches(branches());
      }
      super.visitEnd();
    }

    /** Whether a jump is decided by a parameter to which nothing was assigned. */
    private boolean isBranch(Jump jump) {
      return jump.slot != NOTHING && !stored.get(jump.slot);
    }

    private FlagBranches branches() {
      Map<Label, Integer> places = labels.byLabel();
      TreeSet<Integer> begins = new TreeSet<>();
      begins.add(0);
      for (Jump jump : jumps) {
        begins.add(jump.bci + 1);
        jump.labels.forEach(label -> begins.add(places.get(label)));
      }
      for (Handler handler : handlers) {
        begins.add(places.get(handler.start()));
        begins.add(places.get(handler.end()));
        begins.add(places.get(handler.label()));
      }
      int[] starts = begins.stream().mapToInt(Integer::intValue).toArray();
      int[][] next = new int[starts.length][];
      Arrays.setAll(next, i -> i + 1 < starts.length ? new int[] {i + 1} : new int[0]);
      Branch[] branches = new Branch[starts.length];
      for (Jump jump : jumps) {
        int block = FlagBranches.block(starts, jump.bci);
        int[] targets = targets(jump, block, starts, places);
        next[block] = targets;
        if (isBranch(jump)) {
          branches[block] =
              new Branch(
                  flags.get(jump.slot),
                  targets[jump.jumpsIf ? 0 : 1],
                  targets[jump.jumpsIf ? 1 : 0]);
        }
      }
      return new FlagBranches(starts, next, handlers(starts, places), branches);
    }

    private static int[] targets(Jump jump, int block, int[] starts, Map<Label, Integer> places) {
      int[] targets = new int[jump.labels.size() + (jump.goesOn ? 1 : 0)];
      for (int i = 0; i < jump.labels.size(); i++) {
        targets[i] = FlagBranches.block(starts, places.get(jump.labels.get(i)));
      }
      if (jump.goesOn) {
        targets[targets.length - 1] = block + 1;
      }
      return targets;
    }

    /**
     * Finds the handlers of each block. A label at the very end stands where the last instruction
     * does, and so belongs to a range.
     */
    private int[][] handlers(int[] starts, Map<Label, Integer> places) {
      int[][] all = new int[starts.length][];
      for (int i = 0; i < starts.length; i++) {
        int start = starts[i];
        all[i] =
            handlers.stream()
                .filter(h -> places.get(h.start()) <= start && start <= places.get(h.end()))
                .mapToInt(h -> FlagBranches.block(starts, places.get(h.label())))
                .toArray();
      }
      return all;
    }
  }

  /**
   * Where the labels of a method stand. Every method has labels, most of which only begin a line,
   * and few methods are asked for them; so they are only listed until then.
   */
  private static final class LabelPlaces {

    private final List<Label> labels = new ArrayList<>();
    private int[] bcis = new int[16];

    void add(Label label, int bci) {
      if (labels.size() == bcis.length) {
        bcis = Arrays.copyOf(bcis, 2 * bcis.length);
      }
      bcis[labels.size()] = bci;
      labels.add(label);
    }

    /** The places by label; after the method was read. */
    Map<Label, Integer> byLabel() {
      Map<Label, Integer> found = new IdentityHashMap<>(labels.size());
      for (int i = 0; i < labels.size(); i++) {
        found.put(labels.get(i), bcis[i]);
      }
      return found;
    }
  }
}
