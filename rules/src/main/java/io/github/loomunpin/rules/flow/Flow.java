// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.flow;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Control flow between instructions. */
public final class Flow {

  private Flow() {}

  /** Whether control may go on to the next instruction. */
  public static boolean fallsThrough(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.JSR
        && opcode != Opcodes.RET
        && opcode != Opcodes.ATHROW
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH
        && !isReturn(opcode);
  }

  /** Whether an instruction returns from the method, with a value or without one. */
  public static boolean isReturn(int opcode) {
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }

  /**
   * Whether control may go from an instruction to its handlers; from a return of structured code it
   * does not. Errs on the side of yes, also for arithmetic and jumps: the verifier goes from every
   * instruction to its handlers (JVMS §4.10.1.6), and an analysis may follow too many paths but not
   * too few.
   */
  public static boolean mayReachHandlers(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (opcode <= Opcodes.ALOAD) {
      // Labels, constants and loads; ldc of a class or dynamic constant resolves.
      return opcode == Opcodes.LDC;
    }
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      return false;
    }
    return !(opcode >= Opcodes.POP && opcode <= Opcodes.SWAP)
        && opcode != Opcodes.GOTO
        && !isReturn(opcode);
  }

  /** The labels an instruction may jump to. */
  public static List<LabelNode> targets(AbstractInsnNode insn) {
    // Not a switch over types: that is an invokedynamic, which every instruction would pay for
    // while the application starts.
    if (insn instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (insn instanceof TableSwitchInsnNode table) {
      return with(table.labels, table.dflt);
    }
    if (insn instanceof LookupSwitchInsnNode lookup) {
      return with(lookup.labels, lookup.dflt);
    }
    return List.of();
  }

  /** Indexes of the instructions that may run after instruction {@code index} unless it throws. */
  public static List<Integer> successors(MethodNode method, int index) {
    AbstractInsnNode insn = method.instructions.get(index);
    List<Integer> successors = new ArrayList<>(2);
    for (LabelNode target : targets(insn)) {
      successors.add(method.instructions.indexOf(target));
    }
    if (fallsThrough(insn)) {
      successors.add(index + 1);
    } else if (insn.getOpcode() == Opcodes.RET) {
      addReturnPoints(method, successors);
    }
    return successors;
  }

  /** Indexes of the handlers that an exception of instruction {@code index} may reach. */
  public static List<Integer> handlers(MethodNode method, int index) {
    List<Integer> handlers = new ArrayList<>(0);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (method.instructions.indexOf(block.start) <= index
          && index < method.instructions.indexOf(block.end)) {
        handlers.add(method.instructions.indexOf(block.handler));
      }
    }
    return handlers;
  }

  /** The exception handlers of each instruction, in order, up to the first that catches all. */
  public static List<List<TryCatchBlockNode>> handlers(MethodNode method) {
    List<List<TryCatchBlockNode>> handlers = new ArrayList<>();
    for (int i = 0; i < method.instructions.size(); i++) {
      handlers.add(new ArrayList<>(0));
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      int end = method.instructions.indexOf(block.end);
      for (int i = method.instructions.indexOf(block.start); i < end; i++) {
        List<TryCatchBlockNode> known = handlers.get(i);
        boolean allCaught = !known.isEmpty() && catchesAll(known.get(known.size() - 1));
        if (!allCaught) {
          known.add(block);
        }
      }
    }
    return handlers;
  }

  /** Whether a handler catches all that can be thrown. */
  public static boolean catchesAll(TryCatchBlockNode block) {
    return block.type == null || block.type.equals("java/lang/Throwable");
  }

  /**
   * A subroutine is taken to return after every call of a subroutine, which makes more paths than
   * there are.
   */
  private static void addReturnPoints(MethodNode method, List<Integer> successors) {
    for (int i = 0; i < method.instructions.size(); i++) {
      if (method.instructions.get(i).getOpcode() == Opcodes.JSR) {
        successors.add(i + 1);
      }
    }
  }

  private static List<LabelNode> with(List<LabelNode> labels, LabelNode last) {
    List<LabelNode> all = new ArrayList<>(labels);
    all.add(last);
    return all;
  }
}
