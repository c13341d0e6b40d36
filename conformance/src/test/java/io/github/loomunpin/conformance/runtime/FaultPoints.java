// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds every place of the lock that needs memory, allocations and the JDK's methods that allocate,
 * and puts a call of {@link UnpinFaults} before it.
 */
final class FaultPoints {

  private static final String PREFIX = "java/lang/$Unpin";
  private static final Set<String> CLASSES =
      Set.of(
          "Bucket",
          "LockTable",
          "Lock",
          "Waiter",
          "Parking",
          "SpareLocks",
          "SlowEnter",
          "BlockingEnter",
          "ConvoyBreaker",
          "SlowExit",
          "WaitNotify",
          "OwnerFinder",
          "Ownership",
          "PlatformThreads",
          "Rescue");

  /** The JVM allocates them as well when a program misuses a monitor. */
  private static final Set<String> OF_MISUSE =
      Set.of("java/lang/NullPointerException", "java/lang/IllegalMonitorStateException");

  private final List<String> found = new ArrayList<>();
  private int firstOfRescuer = -1;

  /** What each point is, by its number. */
  List<String> found() {
    return found;
  }

  /** From this one on they are the rescuer's own. */
  int firstOfRescuer() {
    return firstOfRescuer;
  }

  /** The order in which classes are to be given to {@link #instrument}. */
  static Comparator<String> order() {
    return Comparator.comparing((String entry) -> entry.contains("$UnpinRescue"))
        .thenComparing(entry -> entry);
  }

  static boolean isOfLock(String entry) {
    return entry.startsWith(PREFIX)
        && CLASSES.contains(entry.substring(PREFIX.length()).replace(".class", ""));
  }

  byte[] instrument(String entry, byte[] classFile) {
    boolean rescuer = entry.contains("$UnpinRescue");
    if (rescuer) {
      firstOfRescuer = found.size();
    }
    boolean parks = rescuer || entry.contains("$UnpinParking");
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            // Those run once, at the start.
            boolean once = name.startsWith("<") || name.equals("begin") || name.equals("toString");
            return once ? next : new Method(next, entry + " " + name, parks);
          }
        },
        0);
    return writer.toByteArray();
  }

  private final class Method extends MethodVisitor {

    private final String where;
    private final boolean parks;

    Method(MethodVisitor next, String where, boolean parks) {
      super(Opcodes.ASM9, next);
      this.where = where;
      this.parks = parks;
    }

    private void point(String what) {
      visitLdcInsn(found.size());
      super.visitMethodInsn(Opcodes.INVOKESTATIC, PREFIX + "Faults", "at", "(I)V", false);
      found.add(where + ": " + what);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if ((opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) && !OF_MISUSE.contains(type)) {
        point("new " + type);
      }
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        point("new array");
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean parking = owner.endsWith("/LockSupport") && parks;
      boolean submitting = owner.endsWith("/Executor");
      if (parking || submitting) {
        point(name);
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
