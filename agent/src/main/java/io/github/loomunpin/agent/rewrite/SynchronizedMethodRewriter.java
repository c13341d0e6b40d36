// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.flow.Flow;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns a synchronized method into one whose body is a synchronized block, as javac would compile
 * {@code void m() { synchronized (this) { … } }}; what happens to the block is decided afterwards
 * like for any other. The catch-all comes last in the exception table, so the method's own handlers
 * see exceptions first (JVMS §2.10). It covers neither its own exit nor the return after each of
 * the other exits: where the body has already left the monitor, or returns with a monitor of its
 * own, these throw, and the monitor must not be left once more.
 */
final class SynchronizedMethodRewriter {

  private final ClassNode owner;
  private final MethodNode method;
  private final boolean isStatic;
  private int lockSlot;

  private SynchronizedMethodRewriter(ClassNode owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
    this.isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
  }

  /** Clears the flag and wraps the body in one step, so that neither happens without the other. */
  static void apply(ClassNode owner, MethodNode method) {
    new SynchronizedMethodRewriter(owner, method).apply();
  }

  private void apply() {
    if (isStatic && (owner.version & 0xFFFF) < Opcodes.V1_5) {
      // ldc of a class needs version 49, which is still verified without frames.
      owner.version = Opcodes.V1_5;
    }
    int parameters = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    boolean copyThis = !isStatic && !keepsThisInSlot0();
    lockSlot = copyThis ? Math.max(method.maxLocals, parameters) : 0;
    if (copyThis) {
      method.maxLocals = lockSlot + 1;
      AddedVariables.addToFrames(method, lockSlot, List.of(owner.name));
    }
    LabelNode start = new LabelNode();
    LabelNode handler = new LabelNode();
    InsnList code = method.instructions;
    code.insert(prologue(copyThis, start));
    LabelNode from = start;
    for (AbstractInsnNode insn : code.toArray()) {
      int opcode = insn.getOpcode();
      if (Flow.isReturn(opcode)) {
        LabelNode exit = new LabelNode();
        code.insertBefore(insn, pushLock());
        code.insertBefore(insn, exit);
        code.insertBefore(insn, new InsnNode(Opcodes.MONITOREXIT));
        cover(from, exit, handler);
        from = new LabelNode();
        code.insert(insn, from);
      }
    }
    code.add(handler);
    cover(from, handler, handler);
    addEpilogue(handler);
    method.maxStack += 1;
    method.access &= ~Opcodes.ACC_SYNCHRONIZED;
  }

  private InsnList prologue(boolean copyThis, LabelNode start) {
    InsnList code = new InsnList();
    if (copyThis) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      code.add(new VarInsnNode(Opcodes.ASTORE, lockSlot));
    }
    code.add(pushLock());
    code.add(new InsnNode(Opcodes.MONITORENTER));
    code.add(start);
    return code;
  }

  /** Adds a row for the instructions, if there are any. */
  private void cover(LabelNode from, LabelNode to, LabelNode handler) {
    for (AbstractInsnNode at = from.getNext(); at != null && at != to; at = at.getNext()) {
      if (at.getOpcode() >= 0) {
        method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
        return;
      }
    }
  }

  private void addEpilogue(LabelNode handler) {
    InsnList code = method.instructions;
    LabelNode exit = new LabelNode();
    if ((owner.version & 0xFFFF) >= Opcodes.V1_6) {
      Object[] locals = handlerLocals();
      code.add(
          new FrameNode(
              Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"}));
    }
    code.add(pushLock());
    code.add(exit);
    code.add(new InsnNode(Opcodes.MONITOREXIT));
    code.add(new InsnNode(Opcodes.ATHROW));
    if (isStatic) {
      // An ldc does not throw here, but HotSpot compiles no method in which it might throw while a
      // monitor is held.
      cover(handler, exit, handler);
    }
    method.maxStack = Math.max(method.maxStack, 1);
  }

  /**
   * Only the slot of the lock is certain to hold the same type wherever the exception came from.
   */
  private Object[] handlerLocals() {
    if (isStatic) {
      return new Object[0];
    }
    Object[] locals = new Object[lockSlot + 1];
    Arrays.fill(locals, Opcodes.TOP);
    locals[lockSlot] = owner.name;
    return locals;
  }

  private AbstractInsnNode pushLock() {
    return isStatic
        ? new LdcInsnNode(Type.getObjectType(owner.name))
        : new VarInsnNode(Opcodes.ALOAD, lockSlot);
  }

  /** Whether the verifier knows slot 0 for {@code this} everywhere in the method. */
  private boolean keepsThisInSlot0() {
    for (AbstractInsnNode insn : method.instructions) {
      boolean writes =
          insn instanceof VarInsnNode access
              && access.var == 0
              && access.getOpcode() >= Opcodes.ISTORE
              && access.getOpcode() <= Opcodes.ASTORE;
      // Some obfuscators drop variables that are not read any more from their frames.
      boolean forgets =
          insn instanceof FrameNode frame
              && (frame.local.isEmpty() || !frame.local.get(0).equals(owner.name));
      if (writes || forgets) {
        return false;
      }
    }
    return true;
  }
}
