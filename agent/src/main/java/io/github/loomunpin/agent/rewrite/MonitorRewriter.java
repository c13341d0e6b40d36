// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces monitorenter and monitorexit, one by one, by calls that leave the operand stack the
 * same. The code around them can then stay as it is, whichever compiler made it:
 *
 * <pre>
 *   monitorenter  →  invokestatic enter(Object)V
 *   monitorexit   →  invokestatic exit(Object)V
 * </pre>
 *
 * Which of its methods a method needs is for {@link Shape} to say.
 */
final class MonitorRewriter {

  private MonitorRewriter() {}

  /** Rewrites a method all of whose sites are decided. */
  static void applyDecided(MethodNode method, MethodMonitors monitors) {
    Set<AbstractInsnNode> exits = new HashSet<>();
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (isExit(use.insn()) && use.decision().mode() == Mode.VIRTUAL) {
        exits.add(use.insn());
      }
    }
    Map<TryCatchBlockNode, List<AbstractInsnNode>> excluded =
        ExceptionRows.excluded(method, monitors.held(), exits);
    Map<AbstractInsnNode, AbstractInsnNode> calls = new HashMap<>();
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (use.decision().mode() == Mode.VIRTUAL && isMonitor(use.insn())) {
        calls.put(use.insn(), replace(method, use.insn()));
      }
    }
    ExceptionRows.split(method, excluded, calls);
  }

  private static AbstractInsnNode replace(MethodNode method, AbstractInsnNode monitor) {
    AbstractInsnNode call = call(monitor, OptionalInt.empty());
    method.instructions.set(monitor, call);
    return call;
  }

  private static AbstractInsnNode call(AbstractInsnNode monitor, OptionalInt list) {
    if (list.isPresent()) {
      return isExit(monitor) ? RuntimeCalls.exitInFrame() : RuntimeCalls.enterInFrame();
    }
    return isExit(monitor) ? RuntimeCalls.exit() : RuntimeCalls.enter();
  }

  /**
   * Rewrites a method in which every instruction whose mode is unknown looks at its object by
   * itself. The JIT compilers refuse a method with such an instruction, because they cannot prove
   * that its monitors are balanced, so the result is right but slow. They refused most such code
   * before as well.
   *
   * @param list the variable of the list of what the frame holds, if there is one
   */
  static void applyConditionally(
      String owner, int version, MethodNode method, MethodMonitors monitors, OptionalInt list) {
    Set<AbstractInsnNode> decided = new HashSet<>();
    Set<AbstractInsnNode> undecided = new HashSet<>();
    Set<AbstractInsnNode> exits = new HashSet<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (isMonitor(insn)) {
        Optional<Mode> mode = monitors.use(insn).map(use -> use.decision().mode());
        if (mode.equals(Optional.of(Mode.VIRTUAL))) {
          decided.add(insn);
        } else if (!mode.equals(Optional.of(Mode.NATIVE))) {
          undecided.add(insn);
        }
      }
    }
    VerifierFrames frames = VerifierFrames.before(undecided, owner, version, method);
    // Nothing may be asked of it yet. Where the data flow is known, it is decided to stay native.
    undecided.removeIf(frames::isUninitialized);
    for (AbstractInsnNode insn : method.instructions) {
      if (isExit(insn) && (decided.contains(insn) || undecided.contains(insn))) {
        exits.add(insn);
      }
    }
    Optional<Map<TryCatchBlockNode, List<AbstractInsnNode>>> excluded =
        monitors.knownHeld().map(held -> ExceptionRows.excluded(method, held, exits));
    Map<AbstractInsnNode, AbstractInsnNode> calls = new HashMap<>();
    for (AbstractInsnNode insn : decided) {
      AbstractInsnNode call = call(insn, list);
      list.ifPresent(
          at -> method.instructions.insertBefore(insn, new VarInsnNode(Opcodes.ALOAD, at)));
      method.instructions.set(insn, call);
      calls.put(insn, call);
    }
    undecided.forEach(insn -> calls.put(insn, addChoice(method, insn, frames, list)));
    excluded.ifPresent(rows -> ExceptionRows.split(method, rows, calls));
    method.maxStack += 1;
  }

  private static AbstractInsnNode addChoice(
      MethodNode method, AbstractInsnNode insn, VerifierFrames frames, OptionalInt list) {
    AbstractInsnNode call = call(insn, list);
    LabelNode nativeSide = new LabelNode();
    LabelNode end = new LabelNode();
    InsnList before = new InsnList();
    before.add(new InsnNode(Opcodes.DUP));
    // Exits ask as well, so the answer must not change for them if the object becomes native
    // meanwhile.
    before.add(RuntimeCalls.isNative());
    before.add(new JumpInsnNode(Opcodes.IFNE, nativeSide));
    list.ifPresent(at -> before.add(new VarInsnNode(Opcodes.ALOAD, at)));
    before.add(call);
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
    return call;
  }

  private static boolean isMonitor(AbstractInsnNode insn) {
    return insn.getOpcode() == Opcodes.MONITORENTER || isExit(insn);
  }

  private static boolean isExit(AbstractInsnNode insn) {
    return insn.getOpcode() == Opcodes.MONITOREXIT;
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
