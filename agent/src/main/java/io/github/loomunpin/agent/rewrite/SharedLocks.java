// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Members of JDK classes by which the application and the JDK share plain Objects as locks. These
 * are all in the exported API of JDK 21 (HAZARDS F12, H5, H6). In doubt a member is one of them.
 */
final class SharedLocks {

  static final String CHANNEL = "java/nio/channels/SelectableChannel";
  static final String EVENT = "java/awt/event/InvocationEvent";

  private static final String LOADER = "java/lang/ClassLoader";
  private static final String PREFERENCES = "java/util/prefs/AbstractPreferences";
  private static final String READER = "java/io/Reader";
  private static final String WRITER = "java/io/Writer";
  private static final String OBJECT = "Ljava/lang/Object;";

  /** Whether a class is a subclass of another, as far as class files can be found. */
  private enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  private final ClassNode user;
  private final ClassIndex index;

  /**
   * @param user whose code uses the members
   */
  SharedLocks(ClassNode user, ClassIndex index) {
    this.user = user;
    this.index = index;
  }

  /** Whether it is the constructor of a reader or writer that takes a lock. */
  static boolean isReaderOrWriter(MethodInsnNode constructor) {
    return (constructor.owner.equals(READER) || constructor.owner.equals(WRITER))
        && constructor.desc.equals("(Ljava/lang/Object;)V");
  }

  /**
   * Whether it is a constructor of an event that takes a notifier, as its last argument but one.
   */
  static boolean isEvent(String owner, String descriptor) {
    return owner.equals(EVENT) && descriptor.endsWith("Ljava/lang/Object;Z)V");
  }

  /** Whether a method returns a lock of the JDK, or one that the JDK asked for. */
  static boolean isGetter(String name, String descriptor) {
    return isLoadingLock(name, descriptor) || isBlockingLock(name, descriptor);
  }

  private static boolean isLoadingLock(String name, String descriptor) {
    return name.equals("getClassLoadingLock")
        && descriptor.equals("(Ljava/lang/String;)Ljava/lang/Object;");
  }

  private static boolean isBlockingLock(String name, String descriptor) {
    return name.equals("blockingLock") && descriptor.equals("()Ljava/lang/Object;");
  }

  /** Whether the JDK calls a method of the class and locks what it returns. */
  boolean isOverridden(MethodNode method) {
    if ((method.access & Opcodes.ACC_STATIC) != 0) {
      return false;
    }
    return isLoadingLock(method.name, method.desc) && mayExtend(user.name, LOADER)
        || isBlockingLock(method.name, method.desc) && mayExtend(user.name, CHANNEL);
  }

  /** Whether the JDK may lock what the field has been found to hold. */
  boolean isRead(String owner, String name, String descriptor) {
    if (!descriptor.equals(OBJECT) || isOwn(owner, name)) {
      return false;
    }
    return switch (name) {
      case "globalHierarchyLock" -> true;
      case "notifier" -> mayExtend(owner, EVENT);
      case "lock" -> mayExtend(owner, PREFERENCES);
      default -> false;
    };
  }

  /** Whether the JDK may lock what the field is given. The others are final. */
  boolean isWritten(String owner, String name, String descriptor) {
    if (!descriptor.equals(OBJECT) || isOwn(owner, name)) {
      return false;
    }
    return switch (name) {
      case "notifier" -> mayExtend(owner, EVENT);
      case "lock" -> mayExtend(owner, READER) || mayExtend(owner, WRITER);
      default -> false;
    };
  }

  /** A field of the class itself hides that of the JDK; it may even be one of PrivateLocks. */
  private boolean isOwn(String owner, String name) {
    return owner.equals(user.name)
        && user.fields.stream().anyMatch(f -> f.name.equals(name) && f.desc.equals(OBJECT));
  }

  /** Whether a handle is that of {@code blockingLock} and is always applied to channels. */
  boolean isOfChannels(Handle handle) {
    return handle.getTag() == Opcodes.H_INVOKEVIRTUAL
        && isBlockingLock(handle.getName(), handle.getDesc())
        && extendsClass(handle.getOwner(), CHANNEL) == Answer.YES;
  }

  /** Whether a lock may be shared through a handle. */
  boolean mayBe(Handle handle) {
    String owner = handle.getOwner();
    String name = handle.getName();
    String descriptor = handle.getDesc();
    return switch (handle.getTag()) {
      case Opcodes.H_NEWINVOKESPECIAL -> isEvent(owner, descriptor);
      case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKESPECIAL ->
          isBlockingLock(name, descriptor) && mayExtend(owner, CHANNEL)
              || isLoadingLock(name, descriptor) && mayExtend(owner, LOADER) && isInherited(handle);
      case Opcodes.H_INVOKEINTERFACE -> isBlockingLock(name, descriptor);
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
        ? user.methods.stream().noneMatch(method -> isLoadingLock(method.name, method.desc))
        : handle.getTag() == Opcodes.H_INVOKESPECIAL || index.isJdk(handle.getOwner());
  }

  /** The owner in bytecode may be any subclass of the class that declares the member. */
  private boolean mayExtend(String name, String ancestor) {
    return extendsClass(name, ancestor) != Answer.NO;
  }

  private Answer extendsClass(String name, String ancestor) {
    String at = name;
    Set<String> seen = new HashSet<>();
    while (!at.equals(ancestor)) {
      Optional<ClassFacts> facts = index.find(at);
      if (facts.isEmpty() || index.mayBeShadowed(at) || !seen.add(at)) {
        return Answer.UNKNOWN;
      }
      at = facts.get().superName();
      if (at.isEmpty()) {
        return Answer.NO;
      }
    }
    return Answer.YES;
  }
}
