// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reflection that may reach wait, notify and notifyAll (HAZARDS H45). {@code Method.invoke} itself
 * stays where it is, because it looks at its caller; the method and the arguments it is given are
 * exchanged before.
 */
final class ReflectedCalls {

  private static final String METHOD = "java/lang/reflect/Method";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String INVOKE = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

  private ReflectedCalls() {}

  /** Returns whether the method was changed. */
  static boolean rewrite(MethodNode method) {
    boolean changed = false;
    int variables = method.maxLocals;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (!(insn instanceof MethodInsnNode call)) {
        continue;
      }
      if (call.owner.equals(METHOD) && call.name.equals("invoke") && call.desc.equals(INVOKE)) {
        method.instructions.insertBefore(call, exchange(variables));
        method.maxLocals = variables + 2;
        changed = true;
      } else if (call.owner.equals(LOOKUP)
          && (call.name.equals("findVirtual") || call.name.equals("unreflect"))) {
        method.instructions.set(call, RuntimeCalls.lookedUp(call.name, call.desc));
        changed = true;
      }
    }
    if (method.maxLocals > variables) {
      method.maxStack++;
    }
    return changed;
  }

  /** On the stack: method, object, arguments. */
  private static InsnList exchange(int variables) {
    int object = variables;
    int arguments = variables + 1;
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ASTORE, arguments));
    code.add(new VarInsnNode(Opcodes.ASTORE, object));
    code.add(RuntimeCalls.reflectedMethod());
    code.add(new InsnNode(Opcodes.DUP));
    code.add(new VarInsnNode(Opcodes.ALOAD, object));
    code.add(new VarInsnNode(Opcodes.ALOAD, arguments));
    code.add(RuntimeCalls.reflectedArguments());
    code.add(new VarInsnNode(Opcodes.ASTORE, arguments));
    code.add(new VarInsnNode(Opcodes.ALOAD, object));
    code.add(new VarInsnNode(Opcodes.ALOAD, arguments));
    return code;
  }
}
