// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.ModeCopies.UnstructuredMonitorsException;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.HeldMonitors;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites a method whose body is too large for a copy for each mode. Each undecided block enters a
 * native monitor in any case, which keeps monitors balanced for the compilers:
 *
 * <pre>
 *   monitorenter  →  invokestatic enter(Object)Object; dup; astore n; monitorenter
 *   monitorexit   →  aload n; monitorexit; aload n; invokestatic exit(Object,Object)V
 * </pre>
 *
 * where {@code enter} returns the object itself if it is native, else enters it virtually and
 * returns a stand-in. It costs what the copies save: a thread that blocks in the method pins.
 */
final class StandInRewriter {

  /** For a monitorenter: a call, a dup, a wide store, and null for it at the start. */
  private static final int MOST_BYTES = 13;

  private final MethodNode method;
  private final MethodMonitors monitors;
  private final HeldMonitors held;

  /** The variable that keeps what was entered, by monitorenter. */
  private final Map<AbstractInsnNode, Integer> variables = new LinkedHashMap<>();

  private StandInRewriter(MethodNode method, MethodMonitors monitors) {
    this.method = method;
    this.monitors = monitors;
    this.held = monitors.held();
  }

  /**
   * @throws UnstructuredMonitorsException if a monitorexit cannot be paired; nothing is changed
   *     then
   */
  static void apply(MethodNode method, MethodMonitors monitors)
      throws UnstructuredMonitorsException {
    StandInRewriter rewriter = new StandInRewriter(method, monitors);
    rewriter.pair();
    rewriter.replace();
    rewriter.addVariables();
    method.maxLocals += rewriter.variables.size();
    method.maxStack += 1;
  }

  /** How much larger a method becomes, at most. */
  static int mostBytes(MethodMonitors monitors) {
    return MOST_BYTES * monitors.uses().size();
  }

  private void pair() throws UnstructuredMonitorsException {
    if (!held.isStructured()) {
      throw new UnstructuredMonitorsException("one instruction runs under different monitors");
    }
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (isUndecided(use) && use.insn().getOpcode() == Opcodes.MONITORENTER) {
        variables.put(use.insn(), method.maxLocals + variables.size());
      }
    }
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (isUndecided(use)
          && use.insn().getOpcode() == Opcodes.MONITOREXIT
          && entered(use.insn()).isEmpty()) {
        throw new UnstructuredMonitorsException("a monitorexit has no monitorenter");
      }
    }
  }

  private Optional<Integer> entered(AbstractInsnNode exit) {
    Set<AbstractInsnNode> enters = held.releasedBy(exit);
    return enters.size() == 1
        ? Optional.ofNullable(variables.get(enters.iterator().next()))
        : Optional.empty();
  }

  private void addVariables() {
    List<String> types = Collections.nCopies(variables.size(), AddedVariables.OBJECT);
    AddedVariables.addToFrames(method, method.maxLocals, types);
    AddedVariables.setToNull(method, variables.values());
  }

  private void replace() {
    Set<AbstractInsnNode> exits = new HashSet<>();
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (use.insn().getOpcode() == Opcodes.MONITOREXIT && use.decision().mode() != Mode.NATIVE) {
        exits.add(use.insn());
      }
    }
    Map<TryCatchBlockNode, List<AbstractInsnNode>> excluded =
        ExceptionRows.excluded(method, held, exits);
    Map<AbstractInsnNode, AbstractInsnNode> calls = new HashMap<>();
    for (MethodMonitors.Use use : monitors.uses().values()) {
      boolean enters = use.insn().getOpcode() == Opcodes.MONITORENTER;
      if ((enters || exits.contains(use.insn())) && use.decision().mode() != Mode.NATIVE) {
        AbstractInsnNode insn = use.insn();
        calls.put(insn, isUndecided(use) ? replaceUndecided(insn) : replaceVirtual(insn));
      }
    }
    ExceptionRows.split(method, excluded, calls);
  }

  private AbstractInsnNode replaceVirtual(AbstractInsnNode insn) {
    AbstractInsnNode call =
        insn.getOpcode() == Opcodes.MONITORENTER ? RuntimeCalls.enter() : RuntimeCalls.exit();
    method.instructions.set(insn, call);
    return call;
  }

  private AbstractInsnNode replaceUndecided(AbstractInsnNode insn) {
    InsnList around = new InsnList();
    AbstractInsnNode call;
    if (insn.getOpcode() == Opcodes.MONITORENTER) {
      call = RuntimeCalls.enterStandIn();
      around.add(call);
      around.add(new InsnNode(Opcodes.DUP));
      around.add(new VarInsnNode(Opcodes.ASTORE, variables.get(insn)));
      method.instructions.insertBefore(insn, around);
    } else {
      int variable = entered(insn).orElseThrow();
      call = RuntimeCalls.exitStandIn();
      method.instructions.insertBefore(insn, new VarInsnNode(Opcodes.ALOAD, variable));
      around.add(new VarInsnNode(Opcodes.ALOAD, variable));
      around.add(call);
      method.instructions.insert(insn, around);
    }
    return call;
  }

  private static boolean isUndecided(MethodMonitors.Use use) {
    return use.decision().mode() == Mode.RUNTIME;
  }
}
