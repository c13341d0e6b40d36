// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Names the field that a compiler's accessor reads. Up to Java 10, and in Kotlin still, a class
 * reaches what is private in another class of its source by a method such as {@code access$000}.
 * Safe for any thread.
 */
final class AccessorFields {

  private static final String PREFIX = "access$";
  private static final int SYNTHETIC = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private final ClassSource application;

  /** The fields that accessors do nothing but read: by class, then by accessor. */
  private final Map<String, Map<String, Field>> found = new ConcurrentHashMap<>();

  private record Field(OperandValue.Kind kind, String name) {}

  AccessorFields(ClassSource application) {
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
    Field read =
        found
            .computeIfAbsent(operand.name().substring(0, dot), this::find)
            .get(operand.name().substring(dot + 1));
    return read == null
        ? site
        : site.locking(new Operand(read.kind(), operand.type(), read.name()));
  }

  private Map<String, Field> find(String type) {
    Map<String, Field> reads = new HashMap<>();
    try {
      Optional<byte[]> classFile = application.bytes(type.replace('.', '/'));
      if (classFile.isPresent()) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile.get())
            .accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
          read(method).ifPresent(read -> reads.put(method.name, field(read)));
        }
      }
    } catch (RuntimeException e) {
      // Whoever reads that class for its own sites says that it is damaged.
      return Map.of();
    }
    return reads;
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
    if ((method.access & SYNTHETIC) != SYNTHETIC || !method.name.startsWith(PREFIX)) {
      return Optional.empty();
    }
    AbstractInsnNode insn = method.instructions.getFirst();
    if (insn != null && insn.getOpcode() == Opcodes.ALOAD) {
      insn = insn.getNext();
    }
    return insn instanceof FieldInsnNode field
            && field.getOpcode() != Opcodes.PUTFIELD
            && field.getOpcode() != Opcodes.PUTSTATIC
            && field.getNext() != null
            && field.getNext().getOpcode() == Opcodes.ARETURN
        ? Optional.of(field)
        : Optional.empty();
  }
}
