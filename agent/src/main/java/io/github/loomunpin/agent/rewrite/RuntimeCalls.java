// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMembers;
import io.github.loomunpin.rules.operand.MonitorCalls;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The calls that rewritten code makes, and which calls of its own they take the place of. All are
 * static and take the object first; those for wait, notify, notifyAll, holdsLock and timedWait look
 * up the mode of the object themselves.
 */
final class RuntimeCalls {

  // Names and not class literals: a dry run rewrites without the runtime being there. They are
  // written in full because the shipped jar, which moves the runtime to java.lang, changes them in
  // all string constants.
  static final String OWNER = "io/github/loomunpin/agent/runtime/UnpinMonitors";
  static final String JOIN = "io/github/loomunpin/agent/runtime/UnpinJoin";
  static final String STAND_IN = "io/github/loomunpin/agent/runtime/UnpinStandIn";
  private static final String FRAME_LOCKS = "io/github/loomunpin/agent/runtime/UnpinFrameLocks";

  private static final String PREFIX = "io/github/loomunpin/agent/runtime/Unpin";

  /** Whether a class of that internal name is one of the runtime's. */
  static boolean isOwn(String owner) {
    return owner.startsWith(PREFIX);
  }

  /** The class of plain objects that are to be native. */
  static final String KEPT_NATIVE = "io/github/loomunpin/agent/runtime/UnpinKeptNative";

  static final String HANDLE_LOOKUP = "io/github/loomunpin/agent/runtime/UnpinHandleLookup";
  static final String HIDDEN_CLASSES = "io/github/loomunpin/agent/runtime/UnpinHiddenClasses";

  static final String THREADS = "io/github/loomunpin/agent/runtime/UnpinThreads";

  private RuntimeCalls() {}

  static MethodInsnNode enter() {
    return call("enter", "(Ljava/lang/Object;)V");
  }

  static MethodInsnNode exit() {
    return call("exit", "(Ljava/lang/Object;)V");
  }

  /** Enters the object, or not if it is native, and leaves what is to be entered natively. */
  static MethodInsnNode enterStandIn() {
    return standIn("enter", "(Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /** Takes the object and what was entered natively. */
  static MethodInsnNode exitStandIn() {
    return standIn("exit", "(Ljava/lang/Object;Ljava/lang/Object;)V");
  }

  private static MethodInsnNode standIn(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, STAND_IN, name, descriptor, false);
  }

  /** Enters the object and adds it to the frame's list, which comes after it. */
  static MethodInsnNode enterInFrame() {
    return frameLocks("enter", "(Ljava/lang/Object;Ljava/lang/Object;)V");
  }

  /** Exits the object if it is in the frame's list, which comes after it. */
  static MethodInsnNode exitInFrame() {
    return frameLocks("exit", "(Ljava/lang/Object;Ljava/lang/Object;)V");
  }

  static MethodInsnNode frameLocks(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, FRAME_LOCKS, name, descriptor, false);
  }

  static MethodInsnNode isNative() {
    return call("isNative", "(Ljava/lang/Object;)Z");
  }

  /** Takes a thread, who made it, a label and whether it may end with the VM; leaves a thread. */
  static MethodInsnNode insteadOfThread() {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC,
        THREADS,
        "instead",
        "(Ljava/lang/Thread;Ljava/lang/String;Ljava/lang/String;Z)Ljava/lang/Thread;",
        false);
  }

  /** The call that takes the place of a site's. */
  static MethodInsnNode insteadOf(MethodInsnNode site) {
    return insteadOf(MonitorCalls.of(site).orElseThrow());
  }

  /**
   * The row of a virtual method that is replaced although it is not a site: a look-up of method
   * handles, which may be of a site, or the definition of a hidden class.
   */
  static Optional<JdkLockMember> replacedBesidesSites(
      String owner, String name, String descriptor) {
    for (JdkLockMember member : JdkLockMembers.named(name)) {
      if (!member.effect().isSite() && member.mayBe(owner, descriptor)) {
        return Optional.of(member);
      }
    }
    return Optional.empty();
  }

  /** The problem with a call or handle by the name of a class whose superclasses are not known. */
  static String mayBeThreads(String owner, String name) {
    return owner.replace('/', '.') + "." + name + ", which may be Thread's";
  }

  /** The call of the runtime's method that takes a member's place. */
  static MethodInsnNode insteadOf(JdkLockMember member) {
    Handle handle = handleInsteadOf(member);
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc(), false);
  }

  /** The handle of the runtime's method that takes a member's place; the object comes first. */
  static Handle handleInsteadOf(JdkLockMember member) {
    return switch (member.effect()) {
      case WAIT -> handle(OWNER, "await", withReceiver(member));
      case NOTIFY -> handle(OWNER, "signal", withReceiver(member));
      case NOTIFY_ALL -> handle(OWNER, "signalAll", withReceiver(member));
      case HOLDS_LOCK -> handle(OWNER, "holdsLock", member.descriptor());
      case TIMED_WAIT -> handle(OWNER, "timedWait", withReceiver(member));
      case LOOKS_UP -> handle(HANDLE_LOOKUP, member.name(), withReceiver(member));
      case DEFINES_CLASS -> handle(HIDDEN_CLASSES, member.name(), withReceiver(member));
    };
  }

  /** A static call of what the runtime finds that the JVM resolves this one to. */
  static InvokeDynamicInsnNode asResolved(MethodInsnNode call) {
    return new InvokeDynamicInsnNode(
        call.name,
        call.desc,
        handle(
            HANDLE_LOOKUP,
            "resolved",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;)"
                + "Ljava/lang/invoke/CallSite;"),
        new Handle(Opcodes.H_INVOKESTATIC, call.owner, call.name, call.desc, call.itf));
  }

  private static String withReceiver(JdkLockMember member) {
    return "(L" + member.owner() + ";" + member.descriptor().substring(1);
  }

  private static Handle handle(String owner, String name, String descriptor) {
    return new Handle(Opcodes.H_INVOKESTATIC, owner, name, descriptor, false);
  }

  static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, name, descriptor, false);
  }
}
