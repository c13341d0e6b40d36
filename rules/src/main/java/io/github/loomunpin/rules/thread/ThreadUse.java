// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What an instruction does with a thread.
 *
 * @param what when that is harmless
 * @param how in words that follow "a thread that"
 */
record ThreadUse(What what, String how) {

  /** When another thread may be in the place of the one that was made. */
  enum What {
    /** It does not matter. */
    ANY_TIME,
    /** Only afterwards, since the other thread is set up like this one. */
    BEFORE,
    /** The last moment: others come to know the thread. */
    HANDS_ON,
    /** Only before, since others come to know the thread, in a way that is not followed. */
    AFTER,
    /** Never. */
    NEVER
  }

  private static final String THREAD = "java/lang/Thread";

  /** What is the same in a virtual thread when it was set before, and cannot be set later. */
  private static final Set<String> BEFORE =
      Set.of("setDaemon", "setPriority", "isDaemon", "getPriority", "getThreadGroup");

  /** What both kinds of threads have; it is carried over. */
  private static final Set<String> CARRIED_OVER =
      Set.of(
          "setName",
          "getName",
          "setContextClassLoader",
          "getContextClassLoader",
          "setUncaughtExceptionHandler",
          "getUncaughtExceptionHandler");

  /** The VM notifies a thread object when the thread ends, unless the thread is virtual. */
  private static final Set<String> NEVER =
      Set.of("wait", "notify", "notifyAll", "stop", "suspend", "resume", "destroy", "checkAccess");

  private static final ThreadUse HARMLESS = new ThreadUse(What.ANY_TIME, "");

  /**
   * @param depth how far below the top of the operand stack the thread is, not below what the
   *     instruction takes from there
   */
  static ThreadUse of(AbstractInsnNode insn, int depth, ThreadRule rule) {
    if (insn instanceof MethodInsnNode call) {
      return ofCall(call, depth, rule);
    }
    if (insn instanceof InvokeDynamicInsnNode) {
      return new ThreadUse(What.AFTER, "a lambda takes before it is started");
    }
    return switch (insn.getOpcode()) {
      case Opcodes.POP, Opcodes.POP2, Opcodes.CHECKCAST, Opcodes.IFNULL, Opcodes.IFNONNULL ->
          HARMLESS;
      case Opcodes.ARETURN -> new ThreadUse(What.HANDS_ON, "is returned");
      case Opcodes.PUTSTATIC -> new ThreadUse(What.HANDS_ON, "is kept in a field");
      case Opcodes.PUTFIELD ->
          new ThreadUse(depth == 0 ? What.HANDS_ON : What.NEVER, "is kept in a field");
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT ->
          new ThreadUse(What.NEVER, "is used as a lock");
      default -> new ThreadUse(What.AFTER, "is used in a way that is not followed");
    };
  }

  private static ThreadUse ofCall(MethodInsnNode call, int depth, ThreadRule rule) {
    boolean isReceiver = depth == Type.getArgumentCount(call.desc);
    if (isReceiver && call.name.equals("<init>")) {
      return HARMLESS;
    }
    if (isReceiver) {
      if (call.name.equals("start") && call.desc.equals("()V")) {
        return new ThreadUse(What.HANDS_ON, "is started");
      }
      if (CARRIED_OVER.contains(call.name)) {
        return new ThreadUse(What.ANY_TIME, call.name);
      }
      if (BEFORE.contains(call.name)) {
        return new ThreadUse(What.BEFORE, "is known to others before " + call.name);
      }
      return NEVER.contains(call.name)
          ? new ThreadUse(What.NEVER, "is used with " + call.name)
          : new ThreadUse(What.AFTER, "is used with " + call.name + " before it is started");
    }
    if (rule.passes().contains(call.owner)) {
      return new ThreadUse(What.BEFORE, "is known to others before it is set up");
    }
    if (call.name.equals("addShutdownHook") || call.name.equals("removeShutdownHook")) {
      return new ThreadUse(What.NEVER, "is a shutdown hook");
    }
    String owner = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    return new ThreadUse(
        What.AFTER, "is given to " + owner + "." + call.name + " before it is started");
  }

  /** Whether the instruction sets the thread up, so that it cannot be replaced before. */
  boolean setsUp() {
    return what == What.BEFORE || !how.isEmpty() && what == What.ANY_TIME;
  }

  /** How many values an instruction takes from the operand stack, if it can take a reference. */
  static int taken(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode call) {
      int arguments = Type.getArgumentCount(call.desc);
      return call.getOpcode() == Opcodes.INVOKESTATIC ? arguments : arguments + 1;
    }
    if (insn instanceof InvokeDynamicInsnNode call) {
      return Type.getArgumentCount(call.desc);
    }
    return switch (insn.getOpcode()) {
      case Opcodes.ARETURN, Opcodes.ATHROW, Opcodes.PUTSTATIC, Opcodes.GETFIELD -> 1;
      case Opcodes.POP, Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> 1;
      case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> 1;
      case Opcodes.POP2, Opcodes.PUTFIELD, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> 2;
      case Opcodes.AASTORE -> 3;
      default -> 0;
    };
  }

  /** Whether a place of that type takes any thread. */
  static boolean takesAnyThread(String descriptor) {
    return descriptor.equals("L" + THREAD + ";")
        || descriptor.equals("Ljava/lang/Object;")
        || descriptor.equals("Ljava/lang/Runnable;");
  }

  /** Whether what hands a thread on takes any thread, and not one of a subclass only. */
  static boolean takesAnyThread(AbstractInsnNode insn, String methodDescriptor) {
    if (insn instanceof FieldInsnNode field) {
      return takesAnyThread(field.desc);
    }
    return insn.getOpcode() == Opcodes.ARETURN
        ? takesAnyThread(Type.getReturnType(methodDescriptor).getDescriptor())
        : insn instanceof MethodInsnNode call && call.owner.equals(THREAD);
  }
}
