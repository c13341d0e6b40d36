// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Names the field that a method does nothing but read. Up to Java 10, and in Kotlin still, a class
 * reaches what is private in another class of its source by a method such as {@code access$000}:
 * that is seen through. Of other getters, only those count that no subclass overrides. Safe for any
 * thread.
 */
final class FieldGetters {

  private static final String PREFIX = "access$";

  private final ClassSource application;

  private final Map<String, Declared> found = new ConcurrentHashMap<>();

  private record Field(OperandValue.Kind kind, String name) {}

  /**
   * The methods of one class.
   *
   * @param superclass internal name, empty if there is none
   * @param getters the fields that accessors and getters read
   */
  private record Declared(String superclass, Set<String> methods, Map<String, Field> getters) {

    static final Declared NONE = new Declared("", Set.of(), Map.of());
  }

  FieldGetters(ClassSource application) {
    this.application = application;
  }

  /** The site as it would be if its class could read the field itself. */
  MonitorSite seenThrough(MonitorSite site) {
    Operand operand = site.operand();
    int dot = operand.name().lastIndexOf('.');
    if (operand.kind() != OperandValue.Kind.CALL
        || dot < 0
        || !operand.name().startsWith(PREFIX, dot + 1)) {
      return site;
    }
    return read(operand)
        .map(read -> site.locking(new Operand(read.kind(), operand.type(), read.name())))
        .orElse(site);
  }

  /** The field whose value a site locks: the one that it names, or that a getter reads for it. */
  Operand field(MonitorSite site) {
    Operand operand = site.operand();
    return operand.kind() != OperandValue.Kind.CALL
        ? operand
        : read(operand)
            .map(read -> new Operand(read.kind(), operand.type(), read.name()))
            .orElse(operand);
  }

  /** Code may name a subclass of the class that declares the method. */
  private Optional<Field> read(Operand call) {
    int dot = call.name().lastIndexOf('.');
    String method = call.name().substring(dot + 1);
    Set<String> seen = new HashSet<>();
    for (String at = call.name().substring(0, Math.max(0, dot)); !at.isEmpty() && seen.add(at); ) {
      Declared declared = found.computeIfAbsent(at, this::find);
      if (declared.methods().contains(method)) {
        return Optional.ofNullable(declared.getters().get(method));
      }
      at = declared.superclass();
    }
    return Optional.empty();
  }

  private Declared find(String type) {
    try {
      Optional<byte[]> classFile = application.bytes(type.replace('.', '/'));
      if (classFile.isPresent()) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile.get())
            .accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return declared(node);
      }
    } catch (RuntimeException e) {
      // Whoever reads that class for its own sites says that it is damaged.
      return Declared.NONE;
    }
    return Declared.NONE;
  }

  private static Declared declared(ClassNode node) {
    Set<String> methods = new HashSet<>();
    Map<String, Field> getters = new HashMap<>();
    for (MethodNode method : node.methods) {
      // A site does not tell which of several methods of one name it calls.
      boolean isOnly = methods.add(method.name);
      Optional<FieldInsnNode> read =
          isOnly && isNotOverridden(node, method) ? read(method) : Optional.empty();
      getters.remove(method.name);
      read.ifPresent(insn -> getters.put(method.name, field(insn)));
    }
    String superclass = node.superName == null ? "" : node.superName.replace('/', '.');
    return new Declared(superclass, methods, getters);
  }

  private static boolean isNotOverridden(ClassNode owner, MethodNode method) {
    int last = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return ((method.access | owner.access & Opcodes.ACC_FINAL) & last) != 0;
  }

  private static Field field(FieldInsnNode read) {
    return new Field(
        read.getOpcode() == Opcodes.GETFIELD
            ? OperandValue.Kind.FIELD
            : OperandValue.Kind.STATIC_FIELD,
        read.owner.replace('/', '.') + "." + read.name);
  }

  /** What a method reads that only returns a field. */
  private static Optional<FieldInsnNode> read(MethodNode method) {
    AbstractInsnNode insn = next(method.instructions.getFirst());
    if (insn != null && insn.getOpcode() == Opcodes.ALOAD) {
      insn = next(insn.getNext());
    }
    return insn instanceof FieldInsnNode field
            && field.getOpcode() != Opcodes.PUTFIELD
            && field.getOpcode() != Opcodes.PUTSTATIC
            && next(field.getNext()) != null
            && next(field.getNext()).getOpcode() == Opcodes.ARETURN
        ? Optional.of(field)
        : Optional.empty();
  }

  /** The next instruction behind labels, or null. */
  private static AbstractInsnNode next(AbstractInsnNode insn) {
    AbstractInsnNode at = insn;
    while (at != null && at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }
}
