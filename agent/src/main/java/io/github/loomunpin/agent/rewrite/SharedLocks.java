// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.Answer;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.member.Effect;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMember.Reach;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Members of JDK classes by which the application and the JDK share plain Objects as locks, where a
 * class uses them. In doubt a member counts as one of them.
 */
final class SharedLocks {

  private static final String OBJECT = "Ljava/lang/Object;";

  private final ClassNode user;
  private final ClassIndex index;
  private final Supertypes supertypes;

  /**
   * @param user whose code uses the members
   */
  SharedLocks(ClassNode user, ClassIndex index) {
    this.user = user;
    this.index = index;
    this.supertypes = new Supertypes(index);
  }

  /** The constructor that a call is of, if the JDK locks one of its arguments. */
  Optional<JdkLockMember> taking(MethodInsnNode call) {
    return find(Effect.TAKES_LOCK, Form.CONSTRUCTOR, call.owner, call.name, call.desc);
  }

  /** Whether a call returns a lock of the JDK, or one that the JDK asked for. */
  boolean isGiven(MethodInsnNode call) {
    return call.getOpcode() != Opcodes.INVOKESTATIC
        && find(Effect.GIVES_LOCK, Form.METHOD, call.owner, call.name, call.desc).isPresent();
  }

  /** Whether the JDK calls a method of the class and locks what it returns. */
  boolean isOverridden(MethodNode method) {
    if ((method.access & Opcodes.ACC_STATIC) != 0) {
      return false;
    }
    Optional<JdkLockMember> asking =
        find(Effect.ASKS_FOR_LOCK, Form.METHOD, user.name, method.name, method.desc);
    return asking.isPresent() && mayExtend(user.name, asking.get().owner());
  }

  /** Whether the JDK may lock what the field has been found to hold. */
  boolean isRead(FieldInsnNode read) {
    Form form = read.getOpcode() == Opcodes.GETSTATIC ? Form.STATIC_FIELD : Form.FIELD;
    return !isOwn(read.owner, read.name)
        && find(Effect.GIVES_LOCK, form, read.owner, read.name, read.desc).isPresent();
  }

  /** Whether the JDK may lock what the field is given. The others are final. */
  boolean isWritten(FieldInsnNode write) {
    return !isOwn(write.owner, write.name)
        && find(Effect.TAKES_LOCK, Form.FIELD, write.owner, write.name, write.desc).isPresent();
  }

  /** A field of the class itself hides that of the JDK; it may even be one of PrivateLocks. */
  private boolean isOwn(String owner, String name) {
    return owner.equals(user.name)
        && user.fields.stream().anyMatch(f -> f.name.equals(name) && f.desc.equals(OBJECT));
  }

  private Optional<JdkLockMember> find(
      Effect effect, Form form, String owner, String name, String descriptor) {
    for (JdkLockMember member : JdkLockMembers.named(name)) {
      if (member.effect() == effect
          && member.form() == form
          && member.mayBe(owner, descriptor)
          && (member.reach() != Reach.HEIRS || mayExtend(owner, member.owner()))) {
        return Optional.of(member);
      }
    }
    return Optional.empty();
  }

  /** Whether a handle is that of {@code blockingLock} and is always applied to channels. */
  boolean isOfChannels(Handle handle) {
    Optional<JdkLockMember> given = given(handle);
    return handle.getTag() == Opcodes.H_INVOKEVIRTUAL
        && given.isPresent()
        && given.get().reach() == Reach.ANY
        && supertypes.isOrExtends(handle.getOwner(), given.get().owner()) == Answer.YES;
  }

  private Optional<JdkLockMember> given(Handle handle) {
    return find(
        Effect.GIVES_LOCK, Form.METHOD, handle.getOwner(), handle.getName(), handle.getDesc());
  }

  /** Whether a lock may be shared through a handle. */
  boolean mayBe(Handle handle) {
    return switch (handle.getTag()) {
      case Opcodes.H_NEWINVOKESPECIAL ->
          find(
                  Effect.TAKES_LOCK,
                  Form.CONSTRUCTOR,
                  handle.getOwner(),
                  handle.getName(),
                  handle.getDesc())
              .isPresent();
      case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKESPECIAL -> {
        Optional<JdkLockMember> given = given(handle);
        yield given.isPresent()
            && (given.get().reach() == Reach.ANY
                ? mayExtend(handle.getOwner(), given.get().owner())
                : isInherited(handle));
      }
      case Opcodes.H_INVOKEINTERFACE -> {
        Optional<JdkLockMember> given = given(handle);
        yield given.isPresent() && given.get().reach() == Reach.ANY;
      }
      default -> false;
    };
  }

  /**
   * Whether a handle may lead to the JDK's own method rather than to one that overrides it, which
   * registers what it returns. The JDK's is protected, so only its subclass has handles of it.
   */
  private boolean isInherited(Handle handle) {
    boolean isOwn = handle.getOwner().equals(user.name);
    return isOwn
        ? user.methods.stream()
            .noneMatch(m -> m.name.equals(handle.getName()) && m.desc.equals(handle.getDesc()))
        : handle.getTag() == Opcodes.H_INVOKESPECIAL || index.isJdk(handle.getOwner());
  }

  /**
   * Whether the owner in bytecode may be a subclass of the class that declares the member. UNKNOWN
   * counts as yes: a lock that is registered in vain stays native, and one that is not registered
   * is not exclusive any more. But a lock that is registered in vain while threads hold it or wait
   * on it changes its mode in the middle of its life, and for a moment has two.
   */
  private boolean mayExtend(String name, String ancestor) {
    return supertypes.isOrExtends(name, ancestor) != Answer.NO;
  }
}
