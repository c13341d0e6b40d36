// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces method handles in the constants of one method, if calls of the same methods are replaced
 * as well.
 */
final class HandleRewriter {

  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
  private static final int FLAG_SERIALIZABLE = 1;

  private final ClassNode owner;
  private final ModeRules modes;
  private final List<String> problems = new ArrayList<>();
  private int sites;
  private boolean changed;

  /** For the code of a class. */
  HandleRewriter(ClassNode owner, ModeRules modes) {
    this.owner = owner;
    this.modes = modes;
  }

  /** Returns whether the method was changed. */
  boolean apply(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof InvokeDynamicInsnNode dynamic) {
        rewrite(dynamic);
      } else if (insn instanceof LdcInsnNode constant) {
        constant.cst = rewrite(constant.cst);
      }
    }
    return changed;
  }

  /** How many handles of wait, notify, notifyAll, holdsLock and timedWait were replaced. */
  int sites() {
    return sites;
  }

  /** What could not be replaced, in words. */
  List<String> problems() {
    return problems;
  }

  private void rewrite(InvokeDynamicInsnNode dynamic) {
    Object[] arguments = dynamic.bsmArgs;
    boolean lambda = dynamic.bsm.getOwner().equals(LAMBDAS);
    if (lambda && arguments.length > 1 && arguments[1] instanceof Handle target) {
      Handle instead = insteadOf(target);
      if (instead == null) {
        return;
      }
      if (isSerializable(dynamic)) {
        // $deserializeLambda$ compares the names of the method it expects.
        problems.add("a serializable lambda over " + target.getName());
        return;
      }
      arguments[1] = replaced(instead);
      dynamic.desc = withReceiverOf(instead, dynamic.desc);
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
  private static String withReceiverOf(Handle target, String descriptor) {
    Type[] captured = Type.getArgumentTypes(descriptor);
    if (captured.length == 0) {
      return descriptor;
    }
    captured[0] = Type.getArgumentTypes(target.getDesc())[0];
    return Type.getMethodDescriptor(Type.getReturnType(descriptor), captured);
  }

  private Object rewrite(Object constant) {
    if (constant instanceof Handle handle) {
      Handle instead = insteadOf(handle);
      if (instead == null) {
        return handle;
      }
      // Outside lambdas the type of a handle matters.
      if (typeOf(handle).equals(instead.getDesc())) {
        return replaced(instead);
      }
      remains(handle);
      return handle;
    }
    if (constant instanceof ConstantDynamic dynamic) {
      return rewrite(dynamic);
    }
    return constant;
  }

  private static String typeOf(Handle handle) {
    return handle.getTag() == Opcodes.H_INVOKESTATIC
        ? handle.getDesc()
        : "(L" + handle.getOwner() + ";" + handle.getDesc().substring(1);
  }

  private ConstantDynamic rewrite(ConstantDynamic dynamic) {
    Object[] arguments = new Object[dynamic.getBootstrapMethodArgumentCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = rewrite(dynamic.getBootstrapMethodArgument(i));
    }
    return new ConstantDynamic(
        dynamic.getName(), dynamic.getDescriptor(), dynamic.getBootstrapMethod(), arguments);
  }

  /** Null if the handle may stay as it is. */
  private Handle insteadOf(Handle handle) {
    if (modes.mayNameThread(handle, owner)) {
      problems.add(RuntimeCalls.mayBeThreads(handle.getOwner(), handle.getName()));
      return null;
    }
    Optional<JdkLockMember> replaced = modes.memberOf(handle, owner);
    if (replaced.isEmpty() && handle.getTag() == Opcodes.H_INVOKEVIRTUAL) {
      replaced =
          RuntimeCalls.replacedBesidesSites(handle.getOwner(), handle.getName(), handle.getDesc());
    }
    return replaced.isPresent() ? RuntimeCalls.handleInsteadOf(replaced.get()) : null;
  }

  private Handle replaced(Handle instead) {
    sites += instead.getOwner().equals(RuntimeCalls.OWNER) ? 1 : 0;
    changed = true;
    return instead;
  }

  private void remains(Handle handle) {
    problems.add("a method handle of " + handle.getOwner() + "." + handle.getName());
  }
}
