// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.operand.MonitorCalls;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces calls of wait, notify, notifyAll, holdsLock and timedWait by the runtime's own, which
 * look up the mode of the object themselves.
 */
final class CallRewriter {

  private CallRewriter() {}

  static AbstractInsnNode replacement(MethodInsnNode call) {
    return RuntimeCalls.insteadOf(MonitorCalls.of(call), call.desc);
  }

  /** For code that could not be analysed: the runtime finds out about each object by itself. */
  static void rewriteAllCalls(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call && MonitorCalls.of(call) != null) {
        method.instructions.set(call, replacement(call));
      }
    }
  }

  /** Sends the definition of hidden classes through the agent; returns whether there was one. */
  static boolean rewriteHiddenClasses(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call && definesHidden(call.owner, call.name)) {
        method.instructions.set(call, RuntimeCalls.defineHidden(call.name, call.desc));
        changed = true;
      }
    }
    return changed;
  }

  /** Whether a method defines hidden classes, which no transformer sees. */
  static boolean definesHidden(String owner, String name) {
    return owner.equals("java/lang/invoke/MethodHandles$Lookup")
        && name.startsWith("defineHiddenClass");
  }
}
