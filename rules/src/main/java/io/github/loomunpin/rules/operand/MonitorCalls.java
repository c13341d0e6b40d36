// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import io.github.loomunpin.rules.classfile.Answer;
import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Recognizes the calls that need a monitor, whatever their owner and opcode. */
public final class MonitorCalls {

  private static final JdkLockMember HOLDS_LOCK = JdkLockMembers.named("holdsLock").get(0);
  private static final String THREAD = HOLDS_LOCK.owner();

  private MonitorCalls() {}

  /** A call of a method that only looks like one of {@code Object}. */
  private static final class OwnCall extends MethodInsnNode {

    OwnCall(MethodInsnNode call) {
      super(call.getOpcode(), call.owner, call.name, call.desc, call.itf);
    }

    @Override
    public AbstractInsnNode clone(Map<LabelNode, LabelNode> labels) {
      return new OwnCall(this);
    }
  }

  /**
   * Takes note of calls of private methods that a class declares under the name and descriptor of
   * one of {@code Object}, which the JVM allows, and no compiler makes: look-up begins at the class
   * that is named, and a private method hides nothing from anybody else (JVMS §5.4.3.3).
   */
  public static void markOwn(ClassNode caller) {
    for (MethodNode declared : caller.methods) {
      if (isPrivate(declared.access) && !JdkLockMembers.named(declared.name).isEmpty()) {
        for (MethodNode method : caller.methods) {
          markCalls(method, caller.name, declared);
        }
      }
    }
  }

  private static boolean isOwn(Handle handle, ClassNode caller) {
    if (handle.getOwner().equals(caller.name)) {
      for (MethodNode declared : caller.methods) {
        if (isPrivate(declared.access)
            && declared.name.equals(handle.getName())
            && declared.desc.equals(handle.getDesc())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isPrivate(int access) {
    return (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == Opcodes.ACC_PRIVATE;
  }

  private static void markCalls(MethodNode method, String owner, MethodNode declared) {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call
          && call.owner.equals(owner)
          && call.name.equals(declared.name)
          && call.desc.equals(declared.desc)) {
        method.instructions.set(call, new OwnCall(call));
      }
    }
  }

  /** Whether it is a call of a method of {@code Object}. */
  public static boolean isWaitOrNotify(MethodInsnNode call) {
    Optional<JdkLockMember> member = of(call);
    return member.isPresent() && member.get().owner().equals("java/lang/Object");
  }

  /**
   * Makes a call of holdsLock that names a subclass name {@code Thread}. Compilers name the
   * subclass where its own code calls the method without a class name.
   *
   * @param caller the class with the call
   */
  public static void nameThread(MethodInsnNode call, ClassNode caller, ClassQuestions index) {
    if (isOfThread(call, caller, index) == Answer.YES) {
      call.owner = THREAD;
    }
  }

  /** Whether a call is one of {@code Thread.holdsLock} by the name of a subclass. */
  public static Answer isOfThread(MethodInsnNode call, ClassNode caller, ClassQuestions index) {
    return call.getOpcode() == Opcodes.INVOKESTATIC && isHoldsLock(call.name, call.desc)
        ? inheritsHoldsLock(call.owner, caller, index)
        : Answer.NO;
  }

  /** Whether a handle is one of {@code Thread.holdsLock}, also by the name of a subclass. */
  public static Answer isOfThread(Handle handle, ClassNode caller, ClassQuestions index) {
    return handle.getTag() == Opcodes.H_INVOKESTATIC
            && isHoldsLock(handle.getName(), handle.getDesc())
        ? inheritsHoldsLock(handle.getOwner(), caller, index)
        : Answer.NO;
  }

  private static boolean isHoldsLock(String name, String descriptor) {
    return name.equals(HOLDS_LOCK.name()) && descriptor.equals(HOLDS_LOCK.descriptor());
  }

  private static Answer inheritsHoldsLock(String owner, ClassNode caller, ClassQuestions index) {
    // A class between may have a method of that name of its own, which hides Thread's.
    Supertypes.End end =
        new Supertypes(index)
            .firstSuperclass(
                owner,
                name -> name.equals(THREAD) || hasHoldsLock(name, caller, index) != Answer.NO);
    return end.answer() != Answer.YES || end.at().equals(THREAD)
        ? end.answer()
        : hasHoldsLock(end.at(), caller, index) == Answer.YES ? Answer.NO : Answer.UNKNOWN;
  }

  private static Answer hasHoldsLock(String internalName, ClassNode caller, ClassQuestions index) {
    ClassNode node = caller;
    if (!internalName.equals(caller.name)) {
      Optional<byte[]> bytes = index.bytes(internalName);
      if (bytes.isEmpty()) {
        return Answer.UNKNOWN;
      }
      node = new ClassNode();
      try {
        new ClassReader(bytes.get()).accept(node, ClassReader.SKIP_CODE);
      } catch (RuntimeException e) {
        return Answer.UNKNOWN;
      }
    }
    for (MethodNode method : node.methods) {
      if (isHoldsLock(method.name, method.desc)) {
        return Answer.YES;
      }
    }
    return Answer.NO;
  }

  /** The row of the table that a call is, if it is a site. */
  public static Optional<JdkLockMember> of(MethodInsnNode call) {
    if (call instanceof OwnCall) {
      return Optional.empty();
    }
    return of(call.getOpcode() == Opcodes.INVOKESTATIC, call.owner, call.name, call.desc);
  }

  /**
   * The row of the table that a method handle in the code of a class calls, if that is a site.
   *
   * @param caller with all its methods, but not necessarily their code
   */
  public static Optional<JdkLockMember> of(Handle handle, ClassNode caller, ClassQuestions index) {
    if (isOwn(handle, caller)) {
      return Optional.empty();
    }
    return isOfThread(handle, caller, index) == Answer.YES ? Optional.of(HOLDS_LOCK) : of(handle);
  }

  /** As {@link #of(Handle, ClassNode, ClassQuestions)}, as far as the handle alone tells. */
  public static Optional<JdkLockMember> of(Handle handle) {
    boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
    if (handle.getTag() < Opcodes.H_INVOKEVIRTUAL
        || handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return Optional.empty();
    }
    return of(isStatic, handle.getOwner(), handle.getName(), handle.getDesc());
  }

  private static Optional<JdkLockMember> of(
      boolean isStatic, String owner, String name, String descriptor) {
    for (JdkLockMember member : JdkLockMembers.named(name)) {
      boolean isMeant =
          isStatic
              // A subclass may have a static method of its own in its place: see nameThread.
              ? member.form() == Form.STATIC_METHOD && member.owner().equals(owner)
              : member.form() == Form.METHOD;
      if (isMeant && member.effect().isSite() && member.mayBe(owner, descriptor)) {
        return Optional.of(member);
      }
    }
    return Optional.empty();
  }
}
