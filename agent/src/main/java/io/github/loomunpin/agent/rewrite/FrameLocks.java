// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.flow.Flow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
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

  private final ClassNode owner;
  private final MethodNode method;

  /** The instruction behind which the handler covers all; null if it is the whole method. */
  private final AbstractInsnNode before;

  /** The variable of the list: the first one that the method does not have. */
  private final int variable;

  private FrameLocks(ClassNode owner, MethodNode method, AbstractInsnNode before) {
    this.owner = owner;
    this.method = method;
    this.before = before;
    this.variable = Math.max(method.maxLocals, Type.getArgumentsAndReturnSizes(method.desc) >> 2);
  }

  /**
   * The list of a method that is not rewritten yet; empty if it can have none. No handler may cover
   * the code of a constructor before it calls another one, so nothing may lock there.
   */
  static Optional<FrameLocks> of(ClassNode owner, MethodNode method) {
    UninitializedThis uninitialized = UninitializedThis.of(owner, method);
    for (AbstractInsnNode insn : method.instructions) {
      boolean isMonitor =
          insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT;
      if (isMonitor && uninitialized.isAt(insn)) {
        return Optional.empty();
      }
    }
    return uninitialized.isFirst()
        ? Optional.of(new FrameLocks(owner, method, uninitialized.last()))
        : Optional.empty();
  }

  int variable() {
    return variable;
  }

  /** Adds the list to the method, whose monitor instructions use it already. */
  void add() {
    LabelNode from = new LabelNode();
    LabelNode to = new LabelNode();
    InsnList code = method.instructions;
    for (AbstractInsnNode insn : code.toArray()) {
      if (Flow.isReturn(insn.getOpcode())) {
        code.insertBefore(insn, new VarInsnNode(Opcodes.ALOAD, variable));
        code.insertBefore(insn, RuntimeCalls.frameLocks("beforeReturn", "(Ljava/lang/Object;)V"));
      }
    }
    InsnList begin = new InsnList();
    begin.add(RuntimeCalls.frameLocks("begin", "()Ljava/lang/Object;"));
    begin.add(new VarInsnNode(Opcodes.ASTORE, variable));
    if (before == null) {
      begin.add(from);
    } else {
      code.insert(before, from);
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
}
