// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.ModeCopies.Held;
import io.github.loomunpin.agent.rewrite.ModeCopies.UnstructuredMonitorsException;
import io.github.loomunpin.rules.site.LockVariables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lays out the copies found by {@link ModeCopies} one after the other, each in the method's own
 * order, with frames and lines; {@link Tables} does the rest.
 */
final class ModeCopiesWriter {

  /** What happened to one copy; arrays are by the index of the method's own instruction. */
  private static final class Laid {

    private final Map<LabelNode, LabelNode> labels;
    private final LabelNode[] entries;
    private final AbstractInsnNode[] first;
    private final AbstractInsnNode[] last;

    private Laid(MethodNode method) {
      int size = method.instructions.size();
      labels = freshLabels(method);
      entries = new LabelNode[size + 1];
      first = new AbstractInsnNode[size];
      last = new AbstractInsnNode[size];
    }

    /** The first instruction that stands for one of the method's; null if it is not in the copy. */
    AbstractInsnNode first(int index) {
      return first[index];
    }

    AbstractInsnNode last(int index) {
      return last[index];
    }

    LabelNode label(LabelNode label) {
      return labels.get(label);
    }

    private LabelNode entry(int index) {
      if (entries[index] == null) {
        entries[index] = new LabelNode();
      }
      return entries[index];
    }
  }

  private final MethodNode method;
  private final ModeCopies copies;
  private final VerifierFrames frames;
  private final LockVariables lockVariables;
  private final InsnList out = new InsnList();
  private final Map<List<Held>, Laid> laid = new HashMap<>();
  private final int[] lines;

  private ModeCopiesWriter(MethodNode method, ModeCopies copies, VerifierFrames frames) {
    this.method = method;
    this.copies = copies;
    this.frames = frames;
    this.lockVariables = new LockVariables(method);
    this.lines = linesOf(method);
  }

  static void apply(String owner, int version, MethodNode method, ModeCopies copies)
      throws UnstructuredMonitorsException {
    Set<AbstractInsnNode> undecided = new HashSet<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (copies.isUndecided(insn)) {
        undecided.add(insn);
      }
    }
    VerifierFrames frames = VerifierFrames.before(undecided, owner, version, method);
    new ModeCopiesWriter(method, copies, frames).apply();
  }

  private void apply() throws UnstructuredMonitorsException {
    for (List<Held> copy : copies.copies().keySet()) {
      laid.put(copy, new Laid(method));
    }
    for (Map.Entry<List<Held>, BitSet> copy : copies.copies().entrySet()) {
      write(copy.getKey(), copy.getValue());
    }
    new Tables().rebuild();
    // The tables are made from the old code; only now may it be replaced.
    method.instructions = out;
    method.maxStack += 1;
  }

  private void write(List<Held> copy, BitSet indexes) throws UnstructuredMonitorsException {
    Laid here = laid.get(copy);
    int line = -1;
    for (int i = indexes.nextSetBit(0); i >= 0; i = indexes.nextSetBit(i + 1)) {
      AbstractInsnNode insn = method.instructions.get(i);
      LabelNode entry = here.entries[i];
      if (entry == null && entersAt(i, indexes)) {
        entry = here.entry(i);
      }
      if (entry != null) {
        out.add(entry);
        addFrame(i, copy);
      }
      if (insn instanceof LabelNode label) {
        out.add(here.label(label));
      } else if (insn instanceof FrameNode frame) {
        out.add(frame.clone(labelsOfFrame(frame, copy)));
      } else if (insn.getOpcode() >= 0) {
        boolean gap = i == 0 || !indexes.get(i - 1);
        if (lines[i] >= 0 && (lines[i] != line || gap)) {
          line = lines[i];
          LabelNode start = new LabelNode();
          out.add(start);
          out.add(new LineNumberNode(line, start));
        }
        writeInsn(i, insn, copy, here);
      }
    }
  }

  private void writeInsn(int index, AbstractInsnNode insn, List<Held> copy, Laid here)
      throws UnstructuredMonitorsException {
    InsnList code = new InsnList();
    if (!copies.isUndecided(insn)) {
      code.add(decided(insn, here));
    } else if (insn.getOpcode() == Opcodes.MONITORENTER) {
      LabelNode nativeSide = new LabelNode();
      code.add(new InsnNode(Opcodes.DUP));
      code.add(RuntimeCalls.isNative());
      code.add(new JumpInsnNode(Opcodes.IFNE, nativeSide));
      code.add(RuntimeCalls.enter());
      code.add(goTo(index + 1, ModeCopies.entered(copy, insn, false)));
      code.add(nativeSide);
      FrameNode frame = frames.get(insn, 0);
      if (frame != null) {
        code.add(frame.clone(labelsOfFrame(frame, copy)));
      }
      // HotSpot pairs monitorenter and monitorexit by the variable the object is loaded from, and
      // forgets at every jump target which variable that was. It compiles no unpaired monitors.
      for (int variable : lockVariables.of(insn)) {
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ASTORE, variable));
      }
      code.add(new InsnNode(Opcodes.MONITORENTER));
      code.add(goTo(index + 1, ModeCopies.entered(copy, insn, true)));
    } else {
      Held released = copies.released(copy, insn);
      code.add(released.isNative() ? new InsnNode(Opcodes.MONITOREXIT) : RuntimeCalls.exit());
      code.add(goTo(index + 1, ModeCopies.without(copy, released)));
    }
    here.first[index] = code.getFirst();
    here.last[index] = code.getLast();
    out.add(code);
  }

  private AbstractInsnNode decided(AbstractInsnNode insn, Laid here) {
    if (insn.getOpcode() == Opcodes.MONITORENTER && copies.isVirtual(insn)) {
      return RuntimeCalls.enter();
    }
    if (insn.getOpcode() == Opcodes.MONITOREXIT && copies.isVirtual(insn)) {
      return RuntimeCalls.exit();
    }
    return insn.clone(here.labels);
  }

  private JumpInsnNode goTo(int index, List<Held> copy) {
    return new JumpInsnNode(Opcodes.GOTO, laid.get(copy).entry(index));
  }

  /** Whether the instruction before is an undecided one, so that control comes from a jump. */
  private boolean entersAt(int index, BitSet indexes) {
    return index > 0
        && copies.isUndecided(method.instructions.get(index - 1))
        && indexes.get(index);
  }

  /** Where copies join there must be a frame, unless the method's own frame follows at once. */
  private void addFrame(int index, List<Held> copy) throws UnstructuredMonitorsException {
    for (int i = index; i < method.instructions.size(); i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      if (insn instanceof FrameNode) {
        return;
      }
      if (insn.getOpcode() >= 0) {
        break;
      }
    }
    FrameNode frame = frames.get(method.instructions.get(index - 1), 1);
    if (frame != null) {
      out.add(frame.clone(labelsOfFrame(frame, copy)));
    }
  }

  Laid laid(List<Held> copy) {
    return laid.get(copy);
  }

  private static Map<LabelNode, LabelNode> freshLabels(MethodNode method) {
    Map<LabelNode, LabelNode> fresh = new HashMap<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LabelNode label) {
        fresh.put(label, new LabelNode());
      }
    }
    return fresh;
  }

  /** An uninitialized object was made in the copy that was current at its {@code new}. */
  private Map<LabelNode, LabelNode> labelsOfFrame(FrameNode frame, List<Held> copy)
      throws UnstructuredMonitorsException {
    Map<LabelNode, LabelNode> made = new HashMap<>();
    List<Object> types = new ArrayList<>(frame.local);
    types.addAll(frame.stack);
    for (Object type : types) {
      if (type instanceof LabelNode label) {
        int index = method.instructions.indexOf(label);
        List<Held> then = copies.at(copy, index);
        if (!copies.contains(then, index)) {
          throw new UnstructuredMonitorsException("an unfinished object crosses a monitor");
        }
        made.put(label, laid.get(then).label(label));
      }
    }
    return made;
  }

  private static int[] linesOf(MethodNode method) {
    int[] lines = new int[method.instructions.size()];
    int line = -1;
    for (int i = 0; i < lines.length; i++) {
      if (method.instructions.get(i) instanceof LineNumberNode number) {
        line = number.line;
      }
      lines[i] = line;
    }
    return lines;
  }

  /** Rebuilds the exception table and the local variable table of a method for its copies. */
  private final class Tables {

    /** Adds the labels the tables need to the laid out code and gives the method its new tables. */
    void rebuild() throws UnstructuredMonitorsException {
      List<TryCatchBlockNode> rows = rows();
      List<LocalVariableNode> variables = variables();
      method.tryCatchBlocks = rows;
      method.localVariables = variables;
      method.visibleLocalVariableAnnotations = null;
      method.invisibleLocalVariableAnnotations = null;
    }

    private List<TryCatchBlockNode> rows() throws UnstructuredMonitorsException {
      List<TryCatchBlockNode> rows = new ArrayList<>();
      for (TryCatchBlockNode row : method.tryCatchBlocks) {
        for (List<Held> copy : copies.copies().keySet()) {
          rows(row, copy, rows);
        }
      }
      return rows;
    }

    private void rows(TryCatchBlockNode row, List<Held> copy, List<TryCatchBlockNode> rows)
        throws UnstructuredMonitorsException {
      int end = method.instructions.indexOf(row.end);
      int handler = method.instructions.indexOf(row.handler);
      Laid laid = laid(copy);
      Run run = new Run(laid);
      for (int i = method.instructions.indexOf(row.start); i < end; i++) {
        if (laid.first(i) == null) {
          continue;
        }
        List<Held> target = copies.handlerCopy(row, method.instructions.get(i), copy).orElse(null);
        if (target == null || !copies.contains(target, handler)) {
          run.finish(row, rows);
        } else {
          if (!target.equals(run.target)) {
            run.finish(row, rows);
          }
          run.add(i, target);
        }
      }
      run.finish(row, rows);
    }

    private List<LocalVariableNode> variables() {
      if (method.localVariables == null) {
        return null;
      }
      List<LocalVariableNode> variables = new ArrayList<>();
      for (LocalVariableNode variable : method.localVariables) {
        int end = method.instructions.indexOf(variable.end);
        for (List<Held> copy : copies.copies().keySet()) {
          Laid laid = laid(copy);
          Run run = new Run(laid);
          for (int i = method.instructions.indexOf(variable.start); i < end; i++) {
            if (laid.first(i) != null) {
              run.add(i, copy);
            }
          }
          run.finish(variable, variables);
        }
      }
      return variables;
    }

    /**
     * A stretch of one copy without holes; closed by labels around its first and last instruction.
     */
    private final class Run {

      private final Laid laid;
      private AbstractInsnNode from;
      private AbstractInsnNode to;
      private List<Held> target;

      Run(Laid laid) {
        this.laid = laid;
      }

      void add(int index, List<Held> handlerCopy) {
        from = from == null ? laid.first(index) : from;
        to = laid.last(index);
        target = handlerCopy;
      }

      void finish(TryCatchBlockNode row, List<TryCatchBlockNode> rows) {
        if (from != null) {
          TryCatchBlockNode part =
              new TryCatchBlockNode(start(), end(), laid(target).label(row.handler), row.type);
          part.visibleTypeAnnotations = row.visibleTypeAnnotations;
          part.invisibleTypeAnnotations = row.invisibleTypeAnnotations;
          rows.add(part);
          from = null;
          target = null;
        }
      }

      void finish(LocalVariableNode variable, List<LocalVariableNode> variables) {
        if (from != null) {
          variables.add(
              new LocalVariableNode(
                  variable.name,
                  variable.desc,
                  variable.signature,
                  start(),
                  end(),
                  variable.index));
        }
      }

      private LabelNode start() {
        LabelNode start = new LabelNode();
        out.insertBefore(from, start);
        return start;
      }

      private LabelNode end() {
        LabelNode end = new LabelNode();
        out.insert(to, end);
        return end;
      }
    }
  }
}
