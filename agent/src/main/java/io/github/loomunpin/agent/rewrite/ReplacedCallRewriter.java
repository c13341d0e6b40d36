// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ReplacedCalls;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Look-ups of method handles (HAZARDS H45), and readers that lock their stream. */
final class ReplacedCallRewriter {

  private ReplacedCallRewriter() {}

  /** Returns whether the method was changed. */
  static boolean rewrite(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call
          && call.getOpcode() == Opcodes.INVOKEVIRTUAL
          && ReplacedCalls.contains(call.owner, call.name)) {
        method.instructions.set(
            call,
            call.owner.equals(ReplacedCalls.LOOKUP)
                ? RuntimeCalls.lookedUp(call.name, call.desc)
                : RuntimeCalls.skip());
        changed = true;
      }
    }
    return changed;
  }
}
