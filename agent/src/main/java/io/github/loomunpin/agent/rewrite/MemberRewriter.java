// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.Optional;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces what has a part in the locking of one method and is not a site: calls that look up
 * method handles, define hidden classes or may be of threads, and the handles in its constants
 * whose calls are replaced as well.
 */
final class MemberRewriter {

  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
  private static final int FLAG_SERIALIZABLE = 1;

  private final ClassNode owner;
  private final ModeRules modes;
  private final RewriteResult.Tally tally;
  private final MethodNode method;
  private boolean changed;

  private MemberRewriter(
      ClassNode owner, ModeRules modes, RewriteResult.Tally tally, MethodNode method) {
    this.owner = owner;
    this.modes = modes;
    this.tally = tally;
    this.method = method;
  }

  /** Returns whether the method was changed; what could not be replaced is told as a problem. */
  static boolean apply(
      ClassNode owner, ModeRules modes, MethodNode method, RewriteResult.Tally tally) {
    MemberRewriter rewriter = new MemberRewriter(owner, modes, tally, method);
    rewriter.rewriteCalls();
    rewriter.rewriteHandles();
    rewriter.rewriteCallsPerhapsOfThread();
    return rewriter.changed;
  }

  private void rewriteCalls() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      // A call of super means the JDK's method as it is.
      if (insn instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
        Optional<JdkLockMember> replaced =
            RuntimeCalls.replacedBesidesSites(call.owner, call.name, call.desc);
        if (replaced.isPresent()) {
          method.instructions.set(call, RuntimeCalls.insteadOf(replaced.get()));
          changed = true;
        }
      }
    }
  }

  /** The JVM tells what they are when it resolves them, if the class file may have such calls. */
  private void rewriteCallsPerhapsOfThread() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call
          && !RuntimeCalls.isOwn(call.owner)
          && modes.mayNameThread(call, owner)) {
        if ((owner.version & 0xFFFF) >= Opcodes.V1_7) {
          method.instructions.set(call, RuntimeCalls.asResolved(call));
          changed = true;
        } else {
          problem(RuntimeCalls.mayBeThreads(call.owner, call.name));
        }
      }
    }
  }

  private void problem(String what) {
    tally.problem(method.name + method.desc, what);
  }

  private void rewriteHandles() {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof InvokeDynamicInsnNode dynamic) {
        rewrite(dynamic);
      } else if (insn instanceof LdcInsnNode constant) {
        constant.cst = rewrite(constant.cst);
      }
    }
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
        problem("a serializable lambda over " + target.getName());
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
      problem(RuntimeCalls.mayBeThreads(handle.getOwner(), handle.getName()));
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
    // The others are not sites: a look-up of handles, or the definition of a hidden class.
    tally.rewritten(instead.getOwner().equals(RuntimeCalls.OWNER) ? 1 : 0);
    changed = true;
    return instead;
  }

  private void remains(Handle handle) {
    problem("a method handle of " + handle.getOwner() + "." + handle.getName());
  }
}
