// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.MovedMethods;
import java.util.ArrayList;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Moves what a synchronized method does into a private method, so that what is left is small and
 * can be rewritten. Needed for native methods, whose prefix the JVM takes off again when it looks
 * for the implementation (java.lang.instrument, setNativeMethodPrefix), and for methods so large
 * that nothing can be added to them (JVMS §4.7.3). The latter show one more frame in stack traces.
 */
final class MethodWrapper {

  private MethodWrapper() {}

  /** Turns {@code method} into the wrapper and returns the method to add to the class. */
  static MethodNode apply(ClassNode owner, MethodNode method) {
    int visibility = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_SYNCHRONIZED;
    MethodNode target =
        new MethodNode(
            method.access & ~visibility | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC,
            MovedMethods.PREFIX + method.name,
            method.desc,
            null,
            method.exceptions.toArray(String[]::new));
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    method.access &= ~Opcodes.ACC_NATIVE;
    moveCode(method, target);
    int slot = 0;
    if (!isStatic) {
      method.instructions.add(new VarInsnNode(Opcodes.ALOAD, slot++));
    }
    for (Type argument : Type.getArgumentTypes(method.desc)) {
      method.instructions.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), slot));
      slot += argument.getSize();
    }
    method.instructions.add(
        new MethodInsnNode(
            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
            owner.name,
            target.name,
            target.desc,
            false));
    Type result = Type.getReturnType(method.desc);
    method.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    method.maxLocals = slot;
    method.maxStack = Math.max(slot, result.getSize());
    return target;
  }

  /**
   * Takes a wrapped method back: it does what the added method does, which goes. Its flags are not
   * set.
   */
  static void undo(ClassNode owner, MethodNode method) {
    for (MethodNode added : owner.methods) {
      if (added.name.equals(MovedMethods.PREFIX + method.name) && added.desc.equals(method.desc)) {
        moveCode(added, method);
        owner.methods.remove(added);
        return;
      }
    }
  }

  private static void moveCode(MethodNode from, MethodNode to) {
    to.instructions = from.instructions;
    to.tryCatchBlocks = from.tryCatchBlocks;
    to.localVariables = from.localVariables;
    to.maxLocals = from.maxLocals;
    to.maxStack = from.maxStack;
    from.instructions = new InsnList();
    from.tryCatchBlocks = new ArrayList<>();
    from.localVariables = null;
    from.visibleLocalVariableAnnotations = null;
    from.invisibleLocalVariableAnnotations = null;
  }
}
