// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes native the plain Objects that the application shares with the JDK as locks: those it hands
 * over, before the call, and those it is handed, behind it. These are all such places in the
 * exported API of JDK 21 (HAZARDS F12, H5, H6).
 */
final class SharedLockRegistration {

  private static final String OBJECT_ARGUMENT = "(Ljava/lang/Object;)V";
  private static final String EVENT = "java/awt/event/InvocationEvent";
  private static final String PREFERENCES = "java/util/prefs/AbstractPreferences";

  private final ClassIndex index;

  SharedLockRegistration(ClassIndex index) {
    this.index = index;
  }

  /** Returns whether the method was changed. */
  boolean apply(MethodNode method) {
    boolean changed = false;
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call) {
        changed |= apply(method, call);
      } else if (insn instanceof FieldInsnNode field && readsSharedLock(field)) {
        method.instructions.insert(field, register());
        changed = true;
      }
    }
    if (changed) {
      method.maxStack += 2;
    }
    return changed;
  }

  private boolean apply(MethodNode method, MethodInsnNode call) {
    if (call.name.equals("<init>")) {
      boolean readerOrWriter =
          call.owner.equals("java/io/Reader") || call.owner.equals("java/io/Writer");
      if (readerOrWriter && call.desc.equals(OBJECT_ARGUMENT)) {
        method.instructions.insertBefore(call, register());
        return true;
      }
      if (call.owner.equals(EVENT) && call.desc.endsWith("Ljava/lang/Object;Z)V")) {
        // The notifier is the last argument but one.
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.DUP2));
        code.add(new InsnNode(Opcodes.POP));
        code.add(RuntimeCalls.registerNative());
        method.instructions.insertBefore(call, code);
        return true;
      }
      return false;
    }
    boolean handedOut =
        call.name.equals("getClassLoadingLock")
                && call.desc.equals("(Ljava/lang/String;)Ljava/lang/Object;")
            || call.name.equals("blockingLock") && call.desc.equals("()Ljava/lang/Object;");
    if (handedOut) {
      method.instructions.insert(call, register());
    }
    return handedOut;
  }

  private boolean readsSharedLock(FieldInsnNode field) {
    boolean read = field.getOpcode() == Opcodes.GETFIELD || field.getOpcode() == Opcodes.GETSTATIC;
    if (!read || !field.desc.equals("Ljava/lang/Object;")) {
      return false;
    }
    return switch (field.name) {
      case "globalHierarchyLock" -> true;
      case "notifier" -> extendsClass(field.owner, EVENT);
      case "lock" -> extendsClass(field.owner, PREFERENCES);
      default -> false;
    };
  }

  /** The owner in bytecode may be any subclass of the class that declares the field. */
  private boolean extendsClass(String owner, String declaring) {
    String at = owner;
    while (!at.isEmpty() && !at.equals(declaring)) {
      Optional<ClassFacts> facts = index.find(at);
      at = facts.map(ClassFacts::superName).orElse("");
    }
    return at.equals(declaring);
  }

  private static InsnList register() {
    InsnList code = new InsnList();
    code.add(new InsnNode(Opcodes.DUP));
    code.add(RuntimeCalls.registerNative());
    return code;
  }
}
