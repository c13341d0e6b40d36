// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.operand.PrivateLocks;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Tells what happens to the objects of fields that hold nothing but new objects, whose classes are
 * known then: final fields of any visibility, and private ones. The agent looks at the object when
 * it is locked, and finds the same unless reflection or deserialization has set the field. Safe for
 * any thread.
 */
final class FieldsOfNew {

  private static final String COLLECTIONS = "java/util/Collections";

  private final ClassSource application;
  private final ModeRules rules;
  private final Map<String, Declared> known = new ConcurrentHashMap<>();

  /**
   * The fields of one class.
   *
   * @param decisions by the name of a field to which nothing but new objects is assigned
   */
  private record Declared(String superclass, Set<String> names, Map<String, Decision> decisions) {

    static final Declared NONE = new Declared("", Set.of(), Map.of());
  }

  FieldsOfNew(ClassSource application, ModeRules rules) {
    this.application = application;
    this.rules = rules;
  }

  /**
   * The site with a decision for what a field holds, if that is known.
   *
   * @param field the one whose value it locks, or anything else
   */
  MonitorSite decided(MonitorSite site, Operand field) {
    Kind kind = field.kind();
    String name = field.name();
    int dot = name.lastIndexOf('.');
    if (site.decision().mode() != Mode.RUNTIME
        || dot < 0
        || kind != Kind.FIELD && kind != Kind.STATIC_FIELD) {
      return site;
    }
    return decision(name.substring(0, dot).replace('.', '/'), name.substring(dot + 1))
        .map(site::decided)
        .orElse(site);
  }

  /** Code may name a subclass of the class that declares the field. */
  private Optional<Decision> decision(String owner, String field) {
    Set<String> seen = new HashSet<>();
    for (String at = owner; !at.isEmpty() && seen.add(at); ) {
      Declared declared = known.computeIfAbsent(at, this::read);
      if (declared.names().contains(field)) {
        return Optional.ofNullable(declared.decisions().get(field));
      }
      at = declared.superclass();
    }
    return Optional.empty();
  }

  private Declared read(String owner) {
    Declared[] found = {Declared.NONE};
    read(owner, node -> found[0] = declared(node));
    return found[0];
  }

  @FunctionalInterface
  private interface Reading {
    void of(ClassNode node) throws AnalyzerException;
  }

  /** Whether the class was found, and nothing is wrong with it. */
  private boolean read(String name, Reading reading) {
    try {
      Optional<byte[]> classFile = application.bytes(name);
      if (classFile.isEmpty()) {
        return false;
      }
      ClassNode node = new ClassNode();
      new ClassReader(classFile.get())
          .accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      reading.of(node);
      return true;
    } catch (AnalyzerException | RuntimeException e) {
      // Whoever reads that class for its own sites says that it is damaged.
      return false;
    }
  }

  private Declared declared(ClassNode node) throws AnalyzerException {
    Set<String> names = new HashSet<>();
    Set<String> candidates = new HashSet<>();
    for (FieldNode field : node.fields) {
      names.add(field.name);
      // A volatile field may be assigned by an updater or a handle.
      if ((field.access & (Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE)) != 0
          && (field.access & Opcodes.ACC_VOLATILE) == 0) {
        candidates.add(field.name);
      }
    }
    removeAssignedByOthers(node, candidates);
    Map<String, Decision> decisions = new HashMap<>();
    for (MethodNode method : node.methods) {
      addAssigned(node.name, method, candidates, decisions);
    }
    decisions.keySet().retainAll(candidates);
    return new Declared(node.superName == null ? "" : node.superName, names, decisions);
  }

  /** Classes of the same nest may assign a private field (JVMS 5.4.4). */
  private void removeAssignedByOthers(ClassNode node, Set<String> candidates) {
    Set<String> nest = new HashSet<>();
    if (node.nestMembers != null) {
      nest.addAll(node.nestMembers);
    } else if (node.nestHostClass != null) {
      nest.add(node.nestHostClass);
      read(node.nestHostClass, host -> nest.addAll(Objects.requireNonNull(host.nestMembers)));
    }
    nest.remove(node.name);
    for (String other : candidates.isEmpty() ? Set.<String>of() : nest) {
      boolean isRead =
          read(
              other,
              mate ->
                  mate.methods.forEach(
                      method ->
                          assignments(method)
                              .filter(write -> write.owner.equals(node.name))
                              .forEach(write -> candidates.remove(write.name))));
      if (!isRead) {
        candidates.clear();
      }
    }
  }

  private static Stream<FieldInsnNode> assignments(MethodNode method) {
    return Stream.of(method.instructions.toArray())
        .filter(
            insn -> insn.getOpcode() == Opcodes.PUTFIELD || insn.getOpcode() == Opcodes.PUTSTATIC)
        .map(FieldInsnNode.class::cast);
  }

  /** Takes away the names of the fields that may hold something else than a new object. */
  private void addAssigned(
      String owner, MethodNode method, Set<String> candidates, Map<String, Decision> decisions)
      throws AnalyzerException {
    List<FieldInsnNode> writes =
        assignments(method).filter(write -> candidates.contains(write.name)).toList();
    Frame<OperandValue>[] frames = writes.isEmpty() ? null : OperandAnalyzer.frames(owner, method);
    for (FieldInsnNode write : writes) {
      Frame<OperandValue> frame = frames[method.instructions.indexOf(write)];
      OperandValue value = frame == null ? null : OperandAnalyzer.stackTop(frame, 0);
      if (value != null && value.kind() != Kind.NULL) {
        Decision decision = decision(value, owner, method.name);
        Decision before = decisions.putIfAbsent(write.name, decision);
        if (decision.mode() == Mode.RUNTIME || before != null && before.mode() != decision.mode()) {
          candidates.remove(write.name);
        }
      }
    }
  }

  private Decision decision(OperandValue value, String owner, String method) {
    if (value.kind() == Kind.CALL && value.name().startsWith(COLLECTIONS + ".synchronized")) {
      // The class is named after the method.
      String made = value.name().substring(COLLECTIONS.length() + 1);
      return rules.ofExactClass(COLLECTIONS + "$S" + made.substring(1));
    }
    return value.kind() == Kind.NEW
        ? rules.of(value, owner, method, PrivateLocks.NONE)
        : Decision.atRunTime("");
  }
}
