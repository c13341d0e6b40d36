// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.member.JdkLockMember;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes the plain Objects native that the application shares with the JDK as locks: an object that
 * it hands over before it does so, and an object that it is given as soon as it has it.
 */
final class SharedLockRegistration {

  private final SharedLocks locks;

  SharedLockRegistration(SharedLocks locks) {
    this.locks = locks;
  }

  /** Returns whether the method was changed. */
  boolean apply(MethodNode method) {
    boolean changed = false;
    boolean returnsLock = locks.isOverridden(method);
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call) {
        changed |= apply(method, call);
      } else if (insn instanceof FieldInsnNode field) {
        changed |= apply(method, field);
      } else if (returnsLock && insn.getOpcode() == Opcodes.ARETURN) {
        method.instructions.insertBefore(insn, register());
        changed = true;
      }
    }
    if (changed) {
      method.maxStack += 2;
    }
    return changed;
  }

  private boolean apply(MethodNode method, MethodInsnNode call) {
    if (locks.isGiven(call)) {
      method.instructions.insert(call, register());
      return true;
    }
    Optional<JdkLockMember> taking = locks.taking(call);
    if (taking.isEmpty()) {
      return false;
    }
    method.instructions.insertBefore(call, registerBelow(taking.get().above()));
    return true;
  }

  private boolean apply(MethodNode method, FieldInsnNode field) {
    if (field.getOpcode() == Opcodes.PUTFIELD) {
      if (locks.isWritten(field)) {
        method.instructions.insertBefore(field, register());
        return true;
      }
    } else if (field.getOpcode() != Opcodes.PUTSTATIC && locks.isRead(field)) {
      method.instructions.insert(field, register());
      return true;
    }
    return false;
  }

  /** With at most one value of one slot above the lock. */
  private static InsnList registerBelow(int above) {
    if (above == 0) {
      return register();
    }
    InsnList code = new InsnList();
    code.add(new InsnNode(Opcodes.DUP2));
    code.add(new InsnNode(Opcodes.POP));
    code.add(RuntimeCalls.registerNative());
    return code;
  }

  private static InsnList register() {
    InsnList code = new InsnList();
    code.add(new InsnNode(Opcodes.DUP));
    code.add(RuntimeCalls.registerNative());
    return code;
  }
}
