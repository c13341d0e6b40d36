// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A class file of which some methods are replaced and some are added, while the rest is copied byte
 * for byte; frames are not computed. ASM leaves what the JVM refuses to those that write: too large
 * frames, entries of tables that are there twice, and what a newer version does not allow.
 */
final class ClassFileCopy {

  /** Most words of a frame's locals, and of its stack (JVMS §4.7.3). */
  private static final int MOST_SLOTS = 65535;

  /** Where a class file has its version (JVMS §4.1). */
  private static final int VERSION = Integer.BYTES;

  private ClassFileCopy() {}

  /** ASM does not look: the JVM would read what is left of the number, or refuse the class. */
  static void checkFits(ClassNode node, MethodNode method) {
    if (Math.max(method.maxLocals, method.maxStack) > MOST_SLOTS) {
      throw new MethodTooLargeException(
          node.name, method.name, method.desc, method.instructions.size());
    }
  }

  /** The class with some methods changed and added, by name and descriptor. */
  static byte[] write(
      ClassReader reader,
      int version,
      Map<String, MethodNode> changed,
      Map<String, MethodNode> added) {
    changed.values().forEach(ClassFileCopy::removeRepeatedVariables);
    added.values().forEach(ClassFileCopy::removeRepeatedVariables);
    ClassWriter writer = new ClassWriter(reader, 0);
    // Frames are computed where a method has become so long that jumps are too short. A class that
    // was left native for that would share no lock with others any more.
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    boolean isRaised = version != reader.readInt(VERSION);
    ClassVisitor target = isRaised ? new RaisedVersion(writer) : writer;
    ClassVisitor copier =
        new ClassVisitor(Opcodes.ASM9, target) {
          @Override
          public void visit(
              int oldVersion,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            super.visit(version, access, name, signature, superName, interfaces);
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodNode method = changed.get(name + descriptor);
            if (method == null) {
              return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            method.accept(cv);
            return null;
          }

          @Override
          public void visitEnd() {
            added.values().forEach(method -> method.accept(cv));
            super.visitEnd();
          }
        };
    reader.accept(copier, 0);
    return writer.toByteArray();
  }

  /**
   * Leaves out local variables that would be listed once more. The JVM refuses a class in which two
   * entries have the same name, variable, start and length. It does not look below version 49, nor
   * does it see that two constants are the same name, but what is written anew has that version,
   * and each constant once. In copies of the code, too, what is left of two entries may be the
   * same.
   */
  private static void removeRepeatedVariables(MethodNode method) {
    if (method.localVariables == null || method.localVariables.size() < 2) {
      return;
    }
    Map<AbstractInsnNode, Integer> positions = positions(method);
    List<LocalVariableNode> once = new ArrayList<>();
    Set<Variable> entries = new HashSet<>();
    for (LocalVariableNode each : method.localVariables) {
      int start = positions.getOrDefault(each.start, -1);
      int end = positions.getOrDefault(each.end, -1);
      if (entries.add(new Variable(each.name, each.index, start, end))) {
        once.add(each);
      }
    }
    method.localVariables = once;
  }

  /** How many instructions are before each label. */
  private static Map<AbstractInsnNode, Integer> positions(MethodNode method) {
    Map<AbstractInsnNode, Integer> positions = new HashMap<>();
    int before = 0;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LabelNode) {
        positions.put(insn, before);
      } else if (insn.getOpcode() >= 0) {
        before++;
      }
    }
    return positions;
  }

  /** An entry of the table of local variables. */
  private record Variable(String name, int slot, int start, int end) {

    @Override
    public boolean equals(Object object) {
      return object instanceof Variable other
          && slot == other.slot
          && start == other.start
          && end == other.end
          && name.equals(other.name);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * start + end) + slot;
    }
  }

  /**
   * Writes a class of a version below 49 as one of version 49 that means the same: without the
   * attributes that the JVM ignores in the older one (JVMS §4.7, table 4.7-B) and reflection would
   * show, without flags that the newer one forbids (JVMS §4.1, §4.6, §4.7.6), and without entries
   * that it allows once only.
   */
  private static final class RaisedVersion extends ClassNode {

    private final ClassVisitor target;

    RaisedVersion(ClassVisitor target) {
      super(Opcodes.ASM9);
      this.target = target;
    }

    @Override
    public void visitEnd() {
      access = allowed(access);
      for (InnerClassNode each : innerClasses) {
        each.access = allowed(each.access);
      }
      signature = null;
      outerClass = null;
      visibleAnnotations = null;
      visibleTypeAnnotations = null;
      for (FieldNode field : fields) {
        field.signature = null;
        field.visibleAnnotations = null;
        field.visibleTypeAnnotations = null;
      }
      methods.forEach(RaisedVersion::clear);
      accept(target);
    }

    /** The flags of a class or interface without those that mean nothing in an older version. */
    private static int allowed(int access) {
      return (access & Opcodes.ACC_INTERFACE) == 0
          ? access & ~Opcodes.ACC_ANNOTATION
          : access & ~(Opcodes.ACC_SUPER | Opcodes.ACC_ENUM);
    }

    private static void clear(MethodNode method) {
      method.signature = null;
      method.visibleAnnotations = null;
      method.visibleTypeAnnotations = null;
      method.visibleParameterAnnotations = null;
      method.annotationDefault = null;
      removeRepeatedVariables(method);
      if ((method.access & Opcodes.ACC_ABSTRACT) != 0) {
        method.access &= ~(Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT);
      }
      if (method.name.equals("<init>")) {
        method.access &= ~Opcodes.ACC_BRIDGE;
      }
    }
  }
}
