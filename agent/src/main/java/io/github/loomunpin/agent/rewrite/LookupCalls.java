// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.Lookups;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Look-ups of method handles that may be those of what is rewritten as a call (HAZARDS H45). */
final class LookupCalls {

  private LookupCalls() {}

  /** Returns whether the method was changed. */
  static boolean rewrite(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call && Lookups.isLookup(call.owner, call.name)) {
        method.instructions.set(call, RuntimeCalls.lookedUp(call.name, call.desc));
        changed = true;
      }
    }
    return changed;
  }
}
