// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces monitorenter and monitorexit by calls that leave the operand stack the same (HAZARDS
 * 1):
 *
 * <pre>
 *   monitorenter  →  invokestatic enter(Object)V
 *   monitorexit   →  invokestatic exit(Object)V
 * </pre>
 *
 * Sites whose mode is known at run time only are left to {@link ModeCopiesWriter}.
 */
final class MonitorRewriter {

  private MonitorRewriter() {}

  /** Rewrites a method all of whose sites are decided. */
  static void applyDecided(MethodNode method, MethodMonitors monitors) {
    Set<AbstractInsnNode> exits = new HashSet<>();
    for (MethodMonitors.Use use : monitors.uses().values()) {
      boolean isExit = use.insn().getOpcode() == Opcodes.MONITOREXIT;
      if (isExit && use.decision().mode() == Mode.VIRTUAL) {
        exits.add(use.insn());
      }
    }
    ExceptionRows.exclude(method, monitors.held(), exits);
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (use.decision().mode() == Mode.VIRTUAL) {
        replace(method, use.insn());
      }
    }
  }

  private static void replace(MethodNode method, AbstractInsnNode insn) {
    if (insn.getOpcode() == Opcodes.MONITORENTER) {
      method.instructions.set(insn, RuntimeCalls.enter());
    } else if (insn.getOpcode() == Opcodes.MONITOREXIT) {
      method.instructions.set(insn, RuntimeCalls.exit());
    }
  }

  /**
   * Rewrites a method whose monitors cannot be followed: every instruction looks at its object by
   * itself. The JIT compilers refuse such a method (HAZARDS F1), so it is right but slow; code that
   * comes here was mostly refused before as well.
   */
  static void applyConditionally(
      String owner, int version, MethodNode method, Predicate<AbstractInsnNode> isDecided) {
    Set<AbstractInsnNode> undecided = new HashSet<>();
    for (AbstractInsnNode insn : method.instructions) {
      int opcode = insn.getOpcode();
      if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
        if (isDecided.test(insn)) {
          replace(method, insn);
        } else {
          undecided.add(insn);
        }
      }
    }
    VerifierFrames frames = VerifierFrames.before(undecided, owner, version, method);
    for (AbstractInsnNode insn : undecided) {
      boolean enter = insn.getOpcode() == Opcodes.MONITORENTER;
      LabelNode nativeSide = new LabelNode();
      LabelNode end = new LabelNode();
      InsnList before = new InsnList();
      before.add(new InsnNode(Opcodes.DUP));
      before.add(RuntimeCalls.isNative());
      before.add(new JumpInsnNode(Opcodes.IFNE, nativeSide));
      before.add(enter ? RuntimeCalls.enter() : RuntimeCalls.exit());
      before.add(new JumpInsnNode(Opcodes.GOTO, end));
      before.add(nativeSide);
      addFrame(before, frames.get(insn, 0));
      InsnList after = new InsnList();
      after.add(end);
      if (!isFollowedByFrame(insn)) {
        addFrame(after, frames.get(insn, 1));
      }
      method.instructions.insertBefore(insn, before);
      method.instructions.insert(insn, after);
    }
    method.maxStack += 1;
  }

  private static void addFrame(InsnList code, FrameNode frame) {
    if (frame != null) {
      code.add(frame);
    }
  }

  private static boolean isFollowedByFrame(AbstractInsnNode insn) {
    AbstractInsnNode next = insn.getNext();
    while (next != null && next.getOpcode() < 0) {
      if (next instanceof FrameNode) {
        return true;
      }
      next = next.getNext();
    }
    return false;
  }
}
