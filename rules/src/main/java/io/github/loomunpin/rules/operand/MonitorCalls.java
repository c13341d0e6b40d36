// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Recognises the calls that need a monitor, whatever their owner and opcode. */
public final class MonitorCalls {

  /** The calls, named after the site kind they make. */
  public enum Call {
    WAIT,
    NOTIFY,
    NOTIFY_ALL,
    HOLDS_LOCK,
    TIMED_WAIT
  }

  private static final Map<String, Call> OF_OBJECT =
      Map.of(
          "wait()V", Call.WAIT,
          "wait(J)V", Call.WAIT,
          "wait(JI)V", Call.WAIT,
          "notify()V", Call.NOTIFY,
          "notifyAll()V", Call.NOTIFY_ALL);

  private static final String THREAD = "java/lang/Thread";
  private static final String HOLDS_LOCK = "(Ljava/lang/Object;)Z";

  private MonitorCalls() {}

  public static boolean isWaitOrNotify(MethodInsnNode call) {
    // wait and notify are final in Object, so name and descriptor decide whatever the owner is.
    return call.getOpcode() != Opcodes.INVOKESTATIC && OF_OBJECT.containsKey(call.name + call.desc);
  }

  /**
   * Names {@code Thread} in a call of holdsLock that names a subclass, as the compiler makes them
   * of unqualified ones there.
   *
   * @param caller the class with the call
   */
  public static void nameThread(MethodInsnNode call, ClassNode caller, ClassIndex index) {
    if (call.getOpcode() == Opcodes.INVOKESTATIC
        && call.name.equals("holdsLock")
        && call.desc.equals(HOLDS_LOCK)
        && !hides(caller, call)
        && extendsThread(call.owner, index)) {
      call.owner = THREAD;
    }
  }

  private static boolean hides(ClassNode caller, MethodInsnNode call) {
    return caller.name.equals(call.owner)
        && caller.methods.stream()
            .anyMatch(method -> method.name.equals(call.name) && method.desc.equals(call.desc));
  }

  private static boolean extendsThread(String internalName, ClassIndex index) {
    Set<String> seen = new HashSet<>();
    String name = internalName;
    while (!name.equals(THREAD) && seen.add(name)) {
      name = index.find(name).map(ClassFacts::superName).orElse("");
    }
    return name.equals(THREAD);
  }

  /** The monitor call an instruction makes, or null. */
  public static Call of(MethodInsnNode call) {
    return of(call.getOpcode() == Opcodes.INVOKESTATIC, call.owner, call.name, call.desc);
  }

  /** The monitor call a method handle makes, or null. */
  public static Call of(Handle handle) {
    boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
    if (handle.getTag() < Opcodes.H_INVOKEVIRTUAL
        || handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return null;
    }
    return of(isStatic, handle.getOwner(), handle.getName(), handle.getDesc());
  }

  private static Call of(boolean isStatic, String owner, String name, String desc) {
    if (isStatic) {
      return name.equals("holdsLock") && desc.equals(HOLDS_LOCK) && owner.equals(THREAD)
          ? Call.HOLDS_LOCK
          : null;
    }
    if (name.equals("timedWait") && owner.equals("java/util/concurrent/TimeUnit")) {
      return Call.TIMED_WAIT;
    }
    return OF_OBJECT.get(name + desc);
  }

  /** Slots above the monitor's object when the call is made. */
  public static int slotsAboveOperand(MethodInsnNode call) {
    return switch (call.desc) {
      case "(J)V", "(Ljava/lang/Object;J)V" -> 1;
      case "(JI)V" -> 2;
      default -> 0;
    };
  }
}
