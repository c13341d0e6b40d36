// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.PrivateLocks;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Takes one method through the steps of a rewrite, in order. */
final class MethodRewriter {

  private final ClassNode owner;
  private final ModeRules modes;
  private final PrivateLocks locks;
  private final DefinedShape shape;
  private final MethodsNearLimit nearLimit;
  private final RewriteResult.Tally tally;

  MethodRewriter(
      ClassNode owner,
      ModeRules modes,
      PrivateLocks locks,
      DefinedShape shape,
      MethodsNearLimit nearLimit,
      RewriteResult.Tally tally) {
    this.owner = owner;
    this.modes = modes;
    this.locks = locks;
    this.shape = shape;
    this.nearLimit = nearLimit;
    this.tally = tally;
  }

  /** Returns whether the method was changed. */
  boolean rewrite(MethodNode method) {
    DebugStart debug = new DebugStart(method);
    boolean changed = !modes.isJdkCode() && MemberRewriter.apply(owner, modes, method, tally);
    changed |= rewriteFlag(method);
    if (rewriteCodeIfNeeded(method)) {
      debug.restore();
      changed = true;
    }
    return changed;
  }

  /**
   * Rewrites a method again that was changed since, and whose flag is settled. Returns whether it
   * was changed.
   *
   * @param isSynchronized whether its body is to be that of a synchronized method
   */
  boolean rewriteAgain(MethodNode method, boolean isSynchronized) {
    DebugStart debug = new DebugStart(method);
    boolean changed = !modes.isJdkCode() && MemberRewriter.apply(owner, modes, method, tally);
    if (isSynchronized) {
      makeSynchronized(method);
    }
    if (rewriteCodeIfNeeded(method)) {
      debug.restore();
      changed = true;
    }
    return changed | isSynchronized;
  }

  private boolean rewriteCodeIfNeeded(MethodNode method) {
    return MethodMonitors.isNeeded(method)
        && modes.mayRewrite(owner, method)
        && rewriteCode(method);
  }

  private boolean rewriteFlag(MethodNode method) {
    if (!SynchronizedFlag.locks(method.access, method.name) || shape.keepsFlag(nameOf(method))) {
      return false;
    }
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    Decision decision = isStatic ? modes.ofMirror(owner.name) : modes.ofThis(owner.name);
    if (decision.mode() == Mode.NATIVE && !shape.unflagged().contains(nameOf(method))) {
      tally.leftNative(decision.reason());
      return false;
    }
    makeSynchronized(method);
    return true;
  }

  private void makeSynchronized(MethodNode method) {
    if (MethodMonitors.isNeeded(method)) {
      // While the method's own monitor is that of its frame: no handler will release it first.
      inlineSubroutines(method);
      protect(method, monitors(method));
    }
    SynchronizedMethodRewriter.apply(owner, method);
  }

  private MethodMonitors monitors(MethodNode method) {
    if (isTooLargeToFollow(method)) {
      Optional<MethodMonitors> unfollowed = byVariables(method);
      if (unfollowed.isPresent()) {
        return unfollowed.get();
      }
    }
    MethodMonitors monitors = MethodMonitors.of(owner.name, method, modes, locks);
    return monitors.isFollowed() ? monitors : byVariables(method).orElse(monitors);
  }

  /** What needs no data flow: blocks as compilers make them. */
  private Optional<MethodMonitors> byVariables(MethodNode method) {
    return MethodMonitors.byVariables(method)
        .filter(known -> UnprotectedRegions.isEachProtected(owner, method, known.held()));
  }

  /**
   * Whether the data flow is costly, for compilers that refuse the method anyway. What became too
   * large without is followed, and so is the JDK's code, where an object alone does not tell how it
   * is locked, and what no compiler would make of blocks.
   */
  private boolean isTooLargeToFollow(MethodNode method) {
    return OperandAnalyzer.isCostly(method)
        && !modes.isJdkCode()
        && nearLimit.mayCopy(nameOf(method))
        && !MethodsNearLimit.isCompiled(method.instructions);
  }

  private UnprotectedRegions.Left protect(MethodNode method, MethodMonitors monitors) {
    if (monitors.isFollowed()) {
      return UnprotectedRegions.apply(owner, method, monitors);
    }
    // What is known without data flow is known to be protected.
    return monitors.knownHeld().isPresent()
        ? UnprotectedRegions.Left.NOTHING
        : UnprotectedRegions.Left.ALL;
  }

  /**
   * Rewrites the monitors of a method, and the calls that go with them, in this order:
   *
   * <ol>
   *   <li><b>Prepare.</b> Subroutines are inlined, since they cannot be copied, and objects without
   *       constructor get a label, by which frames name them.
   *   <li><b>Analyze</b> which monitors there are, and how each is locked.
   *   <li><b>Protect.</b> What a return or an exception would leave held is released by handlers
   *       that {@link UnprotectedRegions} adds. They have monitor instructions of their own, for
   *       the steps below. Where that cannot be told, the last step sees to it.
   *   <li><b>Analyze again</b> if that has added code, since all that follows goes by positions.
   *   <li><b>Calls</b> of wait, notify and the like become calls of the runtime, one instruction
   *       for one, so that the positions stay. Before the shape, which may copy the code: a copy
   *       has to have them as well.
   *   <li><b>Shape.</b> What happens to monitorenter and monitorexit is decided last, since whether
   *       there is room for it depends on all the others: {@link Shape}.
   * </ol>
   */
  private boolean rewriteCode(MethodNode method) {
    inlineSubroutines(method);
    labelNewObjects(method);
    MethodMonitors monitors = monitors(method);
    UnprotectedRegions.Left left =
        isConverted(monitors) ? protect(method, monitors) : UnprotectedRegions.Left.NOTHING;
    if (left == UnprotectedRegions.Left.ANALYSIS) {
      monitors = monitors(method);
    }
    int rewritten = count(monitors);
    if (rewritten == 0) {
      return false;
    }
    tally.rewritten(rewritten);
    rewriteCalls(method, monitors);
    Shape shape =
        new Shape.Choice(owner, method, monitors, nearLimit.mayCopy(nameOf(method)))
            .make(left, !monitors.isFollowed() && isTooLargeToFollow(method));
    shape.tell(tally, nameOf(method));
    if (left == UnprotectedRegions.Left.ALL && !(shape instanceof Shape.Listed)) {
      tally.problem(
          nameOf(method), "what is locked before super() stays locked if an exception leaves it");
    }
    return true;
  }

  /** How many sites are rewritten; those that are not are counted by their reasons. */
  private int count(MethodMonitors monitors) {
    int rewritten = 0;
    for (MethodMonitors.Use use : monitors.uses().values()) {
      boolean isExit = use.insn().getOpcode() == Opcodes.MONITOREXIT;
      if (!isExit && use.decision().mode() == Mode.NATIVE) {
        tally.leftNative(use.decision().reason());
      } else if (!isExit) {
        rewritten++;
      }
    }
    return rewritten;
  }

  private static void rewriteCalls(MethodNode method, MethodMonitors monitors) {
    for (MethodMonitors.Use use : monitors.uses().values()) {
      if (use.insn() instanceof MethodInsnNode call && use.decision().mode() != Mode.NATIVE) {
        method.instructions.set(call, RuntimeCalls.insteadOf(call));
      }
    }
  }

  /** Subroutines (class files before version 51) cannot be copied; a call needs no copies. */
  private static void inlineSubroutines(MethodNode method) {
    boolean hasSubroutine = false;
    for (AbstractInsnNode insn : method.instructions) {
      hasSubroutine |= insn.getOpcode() == Opcodes.JSR;
    }
    if (!hasSubroutine) {
      return;
    }
    JSRInlinerAdapter inlined =
        new JSRInlinerAdapter(
            null,
            method.access,
            method.name,
            method.desc,
            method.signature,
            method.exceptions.toArray(String[]::new));
    method.accept(inlined);
    method.instructions = inlined.instructions;
    method.tryCatchBlocks = inlined.tryCatchBlocks;
    method.localVariables = inlined.localVariables;
    method.maxLocals = inlined.maxLocals;
    method.maxStack = inlined.maxStack;
  }

  /** A frame names an object whose constructor has not run yet by the label of its new. */
  private static void labelNewObjects(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn.getOpcode() == Opcodes.NEW && !(insn.getPrevious() instanceof LabelNode)) {
        method.instructions.insertBefore(insn, new LabelNode());
      }
    }
  }

  private static boolean isConverted(MethodMonitors monitors) {
    return monitors.uses().values().stream().anyMatch(use -> use.decision().mode() != Mode.NATIVE);
  }

  private static String nameOf(MethodNode method) {
    return method.name + method.desc;
  }
}
