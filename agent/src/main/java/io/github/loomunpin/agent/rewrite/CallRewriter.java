// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.operand.MonitorCalls;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces wait, notify, notifyAll, holdsLock and timedWait, as calls and as method handles, by the
 * runtime's own, which look up the mode of the object themselves.
 */
final class CallRewriter {

  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
  private static final int FLAG_SERIALIZABLE = 1;

  private final List<String> problems = new ArrayList<>();
  private int rewritten;

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

  /** Rewrites the method handles of a method; returns how many there were. */
  int rewriteHandles(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof InvokeDynamicInsnNode dynamic) {
        rewrite(dynamic);
      } else if (insn instanceof LdcInsnNode constant) {
        constant.cst = rewrite(constant.cst);
      }
    }
    return rewritten;
  }

  /** Sends the definition of hidden classes through the agent; returns whether there was one. */
  static boolean rewriteHiddenClasses(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call
          && call.owner.equals("java/lang/invoke/MethodHandles$Lookup")
          && call.name.startsWith("defineHiddenClass")) {
        method.instructions.set(call, RuntimeCalls.defineHidden(call.name, call.desc));
        changed = true;
      }
    }
    return changed;
  }

  /** What had to stay, in words. */
  List<String> problems() {
    return problems;
  }

  private void rewrite(InvokeDynamicInsnNode dynamic) {
    boolean lambda = dynamic.bsm.getOwner().equals(LAMBDAS);
    Object[] arguments = dynamic.bsmArgs;
    if (lambda && arguments.length > 1 && arguments[1] instanceof Handle target) {
      MonitorCalls.Call call = MonitorCalls.of(target);
      if (call == null) {
        return;
      }
      if (isSerializable(dynamic)) {
        // $deserializeLambda$ compares the names of the method it expects.
        problems.add("a serializable lambda over " + target.getName());
        return;
      }
      arguments[1] = RuntimeCalls.insteadOf(call, target);
      if (call != MonitorCalls.Call.HOLDS_LOCK && call != MonitorCalls.Call.TIMED_WAIT) {
        dynamic.desc = receiverAsObject(dynamic.desc);
      }
      rewritten++;
      return;
    }
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = rewrite(arguments[i]);
    }
  }

  private static boolean isSerializable(InvokeDynamicInsnNode dynamic) {
    return dynamic.bsm.getName().equals("altMetafactory")
        && dynamic.bsmArgs.length > 3
        && dynamic.bsmArgs[3] instanceof Integer flags
        && (flags & FLAG_SERIALIZABLE) != 0;
  }

  /** A captured receiver must have exactly the type of the static method's first parameter. */
  private static String receiverAsObject(String descriptor) {
    Type[] captured = Type.getArgumentTypes(descriptor);
    if (captured.length == 0) {
      return descriptor;
    }
    captured[0] = Type.getObjectType("java/lang/Object");
    return Type.getMethodDescriptor(Type.getReturnType(descriptor), captured);
  }

  private Object rewrite(Object constant) {
    if (constant instanceof Handle handle && MonitorCalls.of(handle) != null) {
      // Elsewhere a handle's type counts, and only Object's own has the same one.
      MonitorCalls.Call call = MonitorCalls.of(handle);
      if (handle.getOwner().equals("java/lang/Object") || call == MonitorCalls.Call.HOLDS_LOCK) {
        rewritten++;
        return RuntimeCalls.insteadOf(call, handle);
      }
      problems.add("a method handle of " + handle.getOwner() + "." + handle.getName());
      return handle;
    }
    if (constant instanceof ConstantDynamic dynamic) {
      return rewrite(dynamic);
    }
    return constant;
  }

  private ConstantDynamic rewrite(ConstantDynamic dynamic) {
    Object[] arguments = new Object[dynamic.getBootstrapMethodArgumentCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = rewrite(dynamic.getBootstrapMethodArgument(i));
    }
    return new ConstantDynamic(
        dynamic.getName(), dynamic.getDescriptor(), dynamic.getBootstrapMethod(), arguments);
  }
}
