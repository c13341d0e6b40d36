// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.PrivateLocks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The monitor instructions and calls of one method with operand and decision: what the analyzer
 * reports and what the agent rewrites. A monitorexit always has the decision of the monitorenter it
 * belongs to.
 */
public final class MethodMonitors {

  /** One monitorenter, monitorexit, wait, notify, holdsLock or timedWait. */
  public record Use(AbstractInsnNode insn, OperandValue operand, Decision decision) {}

  private final Map<AbstractInsnNode, Use> uses = new LinkedHashMap<>();
  private final boolean followed;
  private final Optional<HeldMonitors> held;

  private MethodMonitors(boolean followed, Optional<HeldMonitors> held) {
    this.followed = followed;
    this.held = held;
  }

  /** Whether the code has any instruction this class is about; needs no data flow. */
  public static boolean isNeeded(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (isMonitor(insn)
          || insn instanceof MethodInsnNode call && MonitorCalls.of(call).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where the data flow cannot be followed, each object is looked at by itself at run time: the JVM
   * refuses nearly all such code, but it is not for this class to say which.
   */
  public static MethodMonitors of(
      String owner, MethodNode method, ModeRules modes, PrivateLocks locks) {
    try {
      return followed(owner, method, modes, locks);
    } catch (AnalyzerException | RuntimeException e) {
      return unfollowed(method, Optional.empty());
    }
  }

  /**
   * The monitors of an application's code whose data flow is not to be followed; empty if what each
   * instruction holds is not certain without it. Where a constructor has not called another yet, or
   * an object has no constructor called, only the data flow can tell.
   */
  public static Optional<MethodMonitors> byVariables(MethodNode method) {
    return method.name.equals("<init>")
        ? Optional.empty()
        : HeldMonitors.byVariables(method).map(held -> unfollowed(method, Optional.of(held)));
  }

  private static MethodMonitors unfollowed(MethodNode method, Optional<HeldMonitors> held) {
    MethodMonitors monitors = new MethodMonitors(false, held);
    for (AbstractInsnNode insn : method.instructions) {
      if (isMonitor(insn)
          || insn instanceof MethodInsnNode call && MonitorCalls.of(call).isPresent()) {
        monitors.uses.put(insn, new Use(insn, OperandValue.NOT_FOLLOWED, NOT_FOLLOWED));
      }
    }
    return monitors;
  }

  private static final Decision NOT_FOLLOWED = Decision.atRunTime("the code could not be analyzed");

  private static MethodMonitors followed(
      String owner, MethodNode method, ModeRules modes, PrivateLocks locks)
      throws AnalyzerException {
    Frame<OperandValue>[] frames = OperandAnalyzer.frames(owner, method);
    MethodMonitors monitors =
        new MethodMonitors(true, Optional.of(new HeldMonitors(method, frames)));
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      if (frames[i] == null) {
        continue;
      }
      if (isMonitor(insn)) {
        OperandValue operand = OperandAnalyzer.stackTop(frames[i], 0);
        monitors.add(insn, operand, owner, method.name, modes, locks);
      } else if (insn instanceof MethodInsnNode call) {
        Optional<JdkLockMember> member = MonitorCalls.of(call);
        if (member.isPresent()) {
          OperandValue operand = OperandAnalyzer.stackTop(frames[i], member.get().above());
          monitors.add(insn, operand, owner, method.name, modes, locks);
        }
      }
    }
    monitors.pair();
    return monitors;
  }

  private void add(
      AbstractInsnNode insn,
      OperandValue operand,
      String owner,
      String method,
      ModeRules modes,
      PrivateLocks locks) {
    Decision decision =
        operand.isReference()
            ? modes.of(operand, owner, method, locks)
            : Decision.atRunTime("the operand was not understood");
    uses.put(insn, new Use(insn, operand, decision));
  }

  /** In code order; without unreachable instructions, if the data flow could be followed. */
  public Map<AbstractInsnNode, Use> uses() {
    return uses;
  }

  public Optional<Use> use(AbstractInsnNode insn) {
    return Optional.ofNullable(uses.get(insn));
  }

  /** Whether the data flow could be followed; if not, every use is decided at run time. */
  public boolean isFollowed() {
    return followed;
  }

  /** What each instruction holds, which is known as well if the data flow was followed. */
  public Optional<HeldMonitors> knownHeld() {
    return held;
  }

  /**
   * @throws java.util.NoSuchElementException if it is not known
   */
  public HeldMonitors held() {
    return held.get();
  }

  /**
   * Gives each monitorexit and the monitorenters it may release one decision. Where the data flow
   * knows more at one end than at the other, the certain decision is right for both, because the
   * object is the same. Where two certain decisions differ, the exit serves several enters, and
   * only a look at the object can tell.
   */
  private void pair() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Use exit : List.copyOf(uses.values())) {
        if (exit.insn().getOpcode() == Opcodes.MONITOREXIT) {
          changed |= pair(exit);
        }
      }
    }
  }

  private boolean pair(Use exit) {
    Set<AbstractInsnNode> enters = held().releasedBy(exit.insn());
    if (enters.isEmpty()) {
      return false;
    }
    Decision shared = enters.size() == 1 ? null : exit.decision();
    for (AbstractInsnNode enter : enters) {
      Decision decision = uses.get(enter).decision();
      shared = shared == null || shared.equals(decision) ? decision : undecided(shared, decision);
    }
    boolean changed = set(exit.insn(), shared);
    for (AbstractInsnNode enter : enters) {
      changed |= set(enter, shared);
    }
    return changed;
  }

  private static Decision undecided(Decision a, Decision b) {
    if (a.mode() == b.mode()) {
      return a;
    }
    return a.mode() == Mode.RUNTIME ? a : b.mode() == Mode.RUNTIME ? b : MIXED;
  }

  private static final Decision MIXED =
      Decision.atRunTime("one monitorexit releases objects of different modes");

  private boolean set(AbstractInsnNode insn, Decision decision) {
    Use use = uses.get(insn);
    if (use.decision().mode() == decision.mode()) {
      return false;
    }
    uses.put(insn, new Use(insn, use.operand(), decision));
    return true;
  }

  private static boolean isMonitor(AbstractInsnNode insn) {
    return insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT;
  }
}
