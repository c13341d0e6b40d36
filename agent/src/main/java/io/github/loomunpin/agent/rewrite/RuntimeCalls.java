// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.runtime.UnpinHandleLookup;
import io.github.loomunpin.agent.runtime.UnpinHiddenClasses;
import io.github.loomunpin.agent.runtime.UnpinMonitors;
import io.github.loomunpin.agent.runtime.UnpinReaderSkip;
import io.github.loomunpin.agent.runtime.UnpinRegistration;
import io.github.loomunpin.rules.operand.MonitorCalls;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** The calls that rewritten code makes. All are static and take the object first. */
final class RuntimeCalls {

  /** The runtime class under the name it has in the shipped jar. */
  static final String OWNER = Type.getInternalName(UnpinMonitors.class);

  private static final Map<MonitorCalls.Call, String> NAMES =
      Map.of(
          MonitorCalls.Call.WAIT, "await",
          MonitorCalls.Call.NOTIFY, "signal",
          MonitorCalls.Call.NOTIFY_ALL, "signalAll",
          MonitorCalls.Call.HOLDS_LOCK, "holdsLock",
          MonitorCalls.Call.TIMED_WAIT, "timedWait");

  private RuntimeCalls() {}

  static MethodInsnNode enter() {
    return call("enter", "(Ljava/lang/Object;)V");
  }

  static MethodInsnNode exit() {
    return call("exit", "(Ljava/lang/Object;)V");
  }

  static MethodInsnNode isNative() {
    return call("isNative", "(Ljava/lang/Object;)Z");
  }

  static MethodInsnNode isNativeHere() {
    return call("isNativeHere", "(Ljava/lang/Object;)Z");
  }

  static MethodInsnNode registerNative() {
    return call("registerNative", "(Ljava/lang/Object;)V");
  }

  static MethodInsnNode insteadOf(MonitorCalls.Call kind, String descriptor) {
    return call(NAMES.get(kind), staticDescriptor(kind, descriptor));
  }

  static Handle insteadOf(MonitorCalls.Call kind, Handle handle) {
    return new Handle(
        Opcodes.H_INVOKESTATIC,
        OWNER,
        NAMES.get(kind),
        staticDescriptor(kind, handle.getDesc()),
        false);
  }

  /** {@code Lookup.defineHiddenClass}, which no transformer sees, with the lookup in front. */
  static MethodInsnNode defineHidden(String name, String descriptor) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(UnpinHiddenClasses.class),
        name,
        withLookup(descriptor),
        false);
  }

  static Handle defineHidden(Handle handle) {
    return new Handle(
        Opcodes.H_INVOKESTATIC,
        Type.getInternalName(UnpinHiddenClasses.class),
        handle.getName(),
        withLookup(handle.getDesc()),
        false);
  }

  /** {@code SelectableChannel.blockingLock}, which registers what it returns. */
  static Handle blockingLock() {
    return new Handle(
        Opcodes.H_INVOKESTATIC,
        Type.getInternalName(UnpinRegistration.class),
        "blockingLock",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        false);
  }

  static MethodInsnNode skip() {
    String owner = Type.getInternalName(UnpinReaderSkip.class);
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, "skip", "(Ljava/io/Reader;J)J", false);
  }

  /** A method of {@code Lookup}, with the lookup in front. */
  static MethodInsnNode lookedUp(String name, String descriptor) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(UnpinHandleLookup.class),
        name,
        withLookup(descriptor),
        false);
  }

  private static String withLookup(String descriptor) {
    return "(Ljava/lang/invoke/MethodHandles$Lookup;" + descriptor.substring(1);
  }

  static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, name, descriptor, false);
  }

  private static String staticDescriptor(MonitorCalls.Call kind, String descriptor) {
    return switch (kind) {
      case HOLDS_LOCK -> descriptor;
      case TIMED_WAIT -> "(Ljava/util/concurrent/TimeUnit;" + descriptor.substring(1);
      default -> "(Ljava/lang/Object;" + descriptor.substring(1);
    };
  }
}
