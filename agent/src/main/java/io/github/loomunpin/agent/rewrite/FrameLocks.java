// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

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
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Gives a method a list of the objects that it has locked, in a variable of its own. What is held
 * where is then found out at run time, as HotSpot's interpreter does it, and not by the bytecode:
 *
 * <pre>
 *   m() {             m() {
 *     …           →     list = begin(); try { … } catch (any e) { throw end(e, list); }
 *     return;           beforeReturn(list); return;
 *   }                 }
 * </pre>
 *
 * The handler comes last in the exception table, so that the method's own handlers see exceptions
 * first.
 */
final class FrameLocks {

  private FrameLocks() {}

  /**
   * Whether the method can have such a list. The code of a constructor before its call of another
   * one can have no handler that covers what comes after it as well, so nothing may lock there.
   */
  static boolean arePossible(ClassNode owner, MethodNode method) {
    AbstractInsnNode start = start(owner, method);
    for (AbstractInsnNode at = start; at != null; at = at.getPrevious()) {
      if (at.getOpcode() == Opcodes.MONITORENTER || at.getOpcode() == Opcodes.MONITOREXIT) {
        return false;
      }
    }
    for (AbstractInsnNode at = start; at != null; at = at.getNext()) {
      if (at instanceof FrameNode frame && frame.local.contains(Opcodes.UNINITIALIZED_THIS)) {
        return false;
      }
    }
    return true;
  }

  /** The variable of the list: the first one that the method does not have. */
  static int variable(MethodNode method) {
    return Math.max(method.maxLocals, Type.getArgumentsAndReturnSizes(method.desc) >> 2);
  }

  /** Adds the list to a method whose monitor instructions use it already. */
  static void add(ClassNode owner, MethodNode method, int variable) {
    AbstractInsnNode start = start(owner, method);
    LabelNode from = new LabelNode();
    LabelNode to = new LabelNode();
    InsnList code = method.instructions;
    for (AbstractInsnNode insn : code.toArray()) {
      if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
        code.insertBefore(insn, new VarInsnNode(Opcodes.ALOAD, variable));
        code.insertBefore(insn, RuntimeCalls.frameLocks("beforeReturn", "(Ljava/lang/Object;)V"));
      }
    }
    InsnList begin = new InsnList();
    begin.add(RuntimeCalls.frameLocks("begin", "()Ljava/lang/Object;"));
    begin.add(new VarInsnNode(Opcodes.ASTORE, variable));
    if (start == null) {
      begin.add(from);
    } else {
      code.insert(start, from);
    }
    code.insert(begin);
    AddedVariables.addToFrames(method, variable, List.of(AddedVariables.OBJECT));
    code.add(to);
    if ((owner.version & 0xFFFF) >= Opcodes.V1_6) {
      Object[] locals = new Object[variable + 1];
      Arrays.fill(locals, Opcodes.TOP);
      locals[variable] = AddedVariables.OBJECT;
      Object[] stack = {"java/lang/Throwable"};
      code.add(new FrameNode(Opcodes.F_NEW, locals.length, locals, 1, stack));
    }
    code.add(new VarInsnNode(Opcodes.ALOAD, variable));
    code.add(
        RuntimeCalls.frameLocks(
            "end", "(Ljava/lang/Throwable;Ljava/lang/Object;)Ljava/lang/Throwable;"));
    code.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, to, null));
    method.maxLocals = variable + 1;
    method.maxStack = Math.max(method.maxStack + 1, 2);
  }

  /** A constructor's last call that may be of another constructor of the object; else null. */
  private static AbstractInsnNode start(ClassNode owner, MethodNode method) {
    AbstractInsnNode start = null;
    if (method.name.equals("<init>")) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof MethodInsnNode call
            && call.name.equals("<init>")
            && (call.owner.equals(owner.name) || call.owner.equals(owner.superName))) {
          start = insn;
        }
      }
    }
    return start;
  }
}
