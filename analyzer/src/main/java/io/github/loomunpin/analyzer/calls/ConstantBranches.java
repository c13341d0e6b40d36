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
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The code of a method that branches on constant arguments, as basic blocks. */
final class ConstantBranches {

  /** The key of a branch of which nothing is known. */
  static final int ANY = Integer.MIN_VALUE;

  /** The first bytecode index of each block, in order. */
  private final int[] starts;

  /** For each block the blocks that may follow. */
  private final int[][] next;

  /** For each block the blocks that an exception may lead to. */
  private final int[][] handlers;

  /** For each block what decides which one follows; null if no parameter does. */
  private final Branch[] branches;

  ConstantBranches(int[] starts, int[][] next, int[][] handlers, Branch[] branches) {
    this.starts = starts;
    this.next = next;
    this.handlers = handlers;
    this.branches = branches;
  }

  boolean dependOn(int parameter) {
    return Arrays.stream(branches)
        .anyMatch(branch -> branch != null && branch.parameter() == parameter);
  }

  /**
   * The blocks that may run.
   *
   * @param keyOf which key of a branch is taken; {@link #ANY} if that is not known
   */
  BitSet reachable(ToIntFunction<Branch> keyOf) {
    BitSet reached = new BitSet(starts.length);
    Deque<Integer> work = new ArrayDeque<>();
    reached.set(0);
    work.add(0);
    while (!work.isEmpty()) {
      int block = work.removeFirst();
      Branch branch = branches[block];
      int key = branch == null ? ANY : keyOf.applyAsInt(branch);
      int[] after = key == ANY ? next[block] : new int[] {branch.target(key)};
      for (int[] targets : List.of(after, handlers[block])) {
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

  /** The block of an instruction. */
  int block(int bci) {
    return block(starts, bci);
  }

  /**
   * @param starts the first bytecode index of each block
   */
  static int block(int[] starts, int bci) {
    int place = Arrays.binarySearch(starts, bci);
    return place < 0 ? -place - 2 : place;
  }

  /**
   * A branch on one of the method's parameters.
   *
   * @param parameter with {@code this} as the first
   * @param about the constant that it is compared with, or the field with the compiler's table of
   *     keys of an enum; null if the keys are the ordinals
   * @param keys 1 for true and for what is equal, 0 for the rest; of a switch, its own
   * @param targets blocks, one for each key and one more for all others
   */
  record Branch(Kind kind, int parameter, MethodRef about, int[] keys, int[] targets) {

    enum Kind {
      /** The parameter is a boolean. */
      FLAG,
      /** The parameter is compared with a constant of an enum. */
      SAME,
      /** A switch over an enum. */
      SWITCH
    }

    /** Where a key leads to. */
    int target(int key) {
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] == key) {
          return targets[i];
        }
      }
      return targets[keys.length];
    }
  }

  /** Finds the branches of a method while another visitor reads it. */
  static final class BranchReader extends MethodVisitor {

    /**
     * The prefix of fields in which javac keeps the keys that an enum's constants have in switches.
     */
    static final String SWITCH_MAP = "$SwitchMap$";

    /**
     * An instruction after which control does not simply go on.
     *
     * @param keys the keys of the branch, one fewer than labels; null if no parameter decides
     */
    private record Jump(
        int bci, List<Label> labels, boolean goesOn, Branch.Kind kind, Load load, int[] keys) {}

    private record Handler(Label start, Label end, Label label) {}

    /** What was put on the stack: a parameter by its slot, and a constant or table of keys. */
    private record Load(int slot, MethodRef field) {}

    private static final Load NOTHING = new Load(-1, null);

    private final CodeVisitor code;
    private final IntSupplier bci;
    private final Map<Integer, Integer> parameters = new HashMap<>();
    private final BitSet stored = new BitSet();
    private final LabelPlaces labels = new LabelPlaces();
    private final List<Jump> jumps = new ArrayList<>();
    private final List<Handler> handlers = new ArrayList<>(0);

    /** What the last instruction put on the stack, as far as it may belong to a branch. */
    private Load last = NOTHING;

    private Load beforeLast = NOTHING;

    /** The parameter whose {@code ordinal} or key is on the stack. */
    private Load selector = NOTHING;

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
        if (shape.mayDecide(i)) {
          parameters.put(slot, i + 1);
        }
        slot += shape.isWide(i) ? 2 : 1;
      }
    }

    private void seen(Load load) {
      beforeLast = last;
      last = load;
      selector = NOTHING;
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
      seen(NOTHING);
      seen(NOTHING);
      super.visitLabel(label);
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
      boolean isStore = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
      if (isStore) {
        stored.set(slot);
      }
      hasSubroutines |= opcode == Opcodes.RET;
      boolean isLoad = opcode == Opcodes.ILOAD || opcode == Opcodes.ALOAD;
      seen(isLoad && parameters.containsKey(slot) ? new Load(slot, null) : NOTHING);
      super.visitVarInsn(opcode, slot);
    }

    @Override
    public void visitIincInsn(int slot, int increment) {
      stored.set(slot);
      seen(NOTHING);
      super.visitIincInsn(slot, increment);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean mayBeConstant =
          opcode == Opcodes.GETSTATIC
              && (name.startsWith(SWITCH_MAP)
                  || descriptor.length() == owner.length() + 2 && descriptor.contains(owner));
      seen(mayBeConstant ? new Load(-1, new MethodRef(owner, name, "")) : NOTHING);
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isOrdinal = name.equals("ordinal") && descriptor.equals("()I") && last.slot() >= 0;
      Load both = new Load(last.slot(), beforeLast.field());
      seen(isOrdinal && both.field() != null ? both : NOTHING);
      if (isOrdinal) {
        // The next instruction may switch over it, if the enum is of the same source file.
        selector = new Load(both.slot(), null);
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInsn(int opcode) {
      boolean isSelector = opcode == Opcodes.IALOAD && last.slot() >= 0 && last.field() != null;
      Load element = last;
      seen(NOTHING);
      selector = isSelector ? element : NOTHING;
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
        jumps.add(new Jump(bci.getAsInt(), List.of(), false, null, NOTHING, null));
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      hasSubroutines |= opcode == Opcodes.JSR;
      Branch.Kind kind = null;
      Load load = NOTHING;
      if ((opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE) && last.slot() >= 0) {
        if (last.field() == null) {
          kind = Branch.Kind.FLAG;
          load = last;
        }
      } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
        load = new Load(Math.max(last.slot(), beforeLast.slot()), field(last, beforeLast));
        kind = load.slot() >= 0 && load.field() != null ? Branch.Kind.SAME : null;
      }
      // The key that jumps; the other one goes on.
      int key = opcode == Opcodes.IFNE || opcode == Opcodes.IF_ACMPEQ ? 1 : 0;
      boolean goesOn = opcode != Opcodes.GOTO;
      jumps.add(new Jump(bci.getAsInt(), List.of(label), goesOn, kind, load, new int[] {key}));
      seen(NOTHING);
      super.visitJumpInsn(opcode, label);
    }

    private static MethodRef field(Load one, Load other) {
      return one.field() == null ? other.field() : one.field();
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
      int[] keys = new int[labels.length];
      Arrays.setAll(keys, i -> min + i);
      select(keys, dflt, labels);
      super.visitTableSwitchInsn(min, max, dflt, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
      select(keys, dflt, labels);
      super.visitLookupSwitchInsn(dflt, keys, labels);
    }

    private void select(int[] keys, Label dflt, Label[] labels) {
      List<Label> all = new ArrayList<>(Arrays.asList(labels));
      all.add(dflt);
      Load load = selector;
      Branch.Kind kind = load.slot() >= 0 ? Branch.Kind.SWITCH : null;
      jumps.add(new Jump(bci.getAsInt(), all, false, kind, load, keys));
      seen(NOTHING);
    }

    // The following instructions only end what may have been a branch.

    @Override
    public void visitIntInsn(int opcode, int operand) {
      seen(NOTHING);
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      seen(NOTHING);
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitLdcInsn(Object value) {
      seen(NOTHING);
      super.visitLdcInsn(value);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      seen(NOTHING);
      super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      seen(NOTHING);
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
      return jump.kind() != null && !stored.get(jump.load().slot());
    }

    private ConstantBranches branches() {
      Map<Label, Integer> places = labels.byLabel();
      TreeSet<Integer> begins = new TreeSet<>();
      begins.add(0);
      for (Jump jump : jumps) {
        begins.add(jump.bci() + 1);
        jump.labels().forEach(label -> begins.add(places.get(label)));
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
        int block = ConstantBranches.block(starts, jump.bci());
        int[] targets = targets(jump, block, starts, places);
        next[block] = targets;
        if (isBranch(jump)) {
          Load load = jump.load();
          branches[block] =
              new Branch(
                  jump.kind(), parameters.get(load.slot()), load.field(), jump.keys(), targets);
        }
      }
      return new ConstantBranches(starts, next, handlers(starts, places), branches);
    }

    private static int[] targets(Jump jump, int block, int[] starts, Map<Label, Integer> places) {
      int[] targets = new int[jump.labels().size() + (jump.goesOn() ? 1 : 0)];
      for (int i = 0; i < jump.labels().size(); i++) {
        targets[i] = ConstantBranches.block(starts, places.get(jump.labels().get(i)));
      }
      if (jump.goesOn()) {
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
                .mapToInt(h -> ConstantBranches.block(starts, places.get(h.label())))
                .toArray();
      }
      return all;
    }
  }

  /** Reads the keys of an enum's constants where javac stores them for switches. */
  static final class SwitchKeyReader extends MethodVisitor {

    private final List<ClassSummary.SwitchKey> keys;
    private MethodRef table;
    private String constant = "";
    private int number;

    SwitchKeyReader(MethodVisitor next, List<ClassSummary.SwitchKey> keys) {
      super(Opcodes.ASM9, next);
      this.keys = keys;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (opcode == Opcodes.GETSTATIC && name.startsWith(BranchReader.SWITCH_MAP)) {
        table = new MethodRef(owner, name, "");
      } else {
        constant = name;
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      number = operand;
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
        number = opcode - Opcodes.ICONST_0;
      } else if (opcode == Opcodes.IASTORE && table != null) {
        keys.add(new ClassSummary.SwitchKey(table, constant, number));
      }
      super.visitInsn(opcode);
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
