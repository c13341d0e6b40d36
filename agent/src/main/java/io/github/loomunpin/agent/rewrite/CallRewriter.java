// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMembers;
import io.github.loomunpin.rules.operand.MonitorCalls;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces calls by those of the runtime's own methods. The ones for wait, notify, notifyAll,
 * holdsLock and timedWait look up the mode of the object themselves.
 */
final class CallRewriter {

  private CallRewriter() {}

  /** The problem with a call or handle by the name of a class whose superclasses are not known. */
  static String mayBeThreads(String owner, String name) {
    return owner.replace('/', '.') + "." + name + ", which may be Thread's";
  }

  /** For a site. */
  static AbstractInsnNode replacement(MethodInsnNode call) {
    return RuntimeCalls.insteadOf(MonitorCalls.of(call).orElseThrow());
  }

  /**
   * Replaces the calls that are no sites: look-ups of method handles, which may be of a site, and
   * the definition of hidden classes. Returns whether there was any.
   */
  static boolean rewriteOthers(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      // A call of super means the JDK's method as it is.
      if (insn instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
        Optional<JdkLockMember> replaced = other(call.owner, call.name, call.desc);
        if (replaced.isPresent()) {
          method.instructions.set(call, RuntimeCalls.insteadOf(replaced.get()));
          changed = true;
        }
      }
    }
    return changed;
  }

  /** The row of a virtual method that is replaced, and no site. */
  static Optional<JdkLockMember> other(String owner, String name, String descriptor) {
    for (JdkLockMember member : JdkLockMembers.named(name)) {
      if (!member.effect().isSite() && member.mayBe(owner, descriptor)) {
        return Optional.of(member);
      }
    }
    return Optional.empty();
  }
}
