// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;

/**
 * The default serialVersionUID of a class depends on the synchronized flag of its non-private
 * methods (Java Object Serialization Specification §4.6). A class that loses the flag gets the
 * value it had as a field. Otherwise a JVM without the agent could not read its instances any more,
 * nor could this one read those that were written before.
 */
final class SerialVersion {

  private SerialVersion() {}

  /** The value to declare, from the class file as it was; empty if none is needed. */
  static OptionalLong toDeclare(byte[] original, ClassNode node, ClassIndex index) {
    boolean declared =
        node.fields.stream().anyMatch(field -> field.name.equals("serialVersionUID"));
    boolean flagCounts =
        node.methods.stream()
            .anyMatch(
                method ->
                    (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
                        && (method.access & Opcodes.ACC_PRIVATE) == 0);
    boolean exempt =
        (node.access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM | Opcodes.ACC_RECORD)) != 0
            || "java/lang/Enum".equals(node.superName)
            || "java/lang/Record".equals(node.superName);
    if (declared || !flagCounts || exempt || !maySerialize(node, index)) {
      return OptionalLong.empty();
    }
    Computer computer = new Computer();
    new ClassReader(original).accept(computer, ClassReader.SKIP_CODE);
    return OptionalLong.of(computer.value);
  }

  private static boolean maySerialize(ClassNode node, ClassIndex index) {
    Set<String> seen = new HashSet<>();
    return maySerialize(node.superName, index, seen)
        || node.interfaces.stream().anyMatch(name -> maySerialize(name, index, seen));
  }

  /** An unknown class may be serializable; a field too much does no harm. */
  private static boolean maySerialize(String name, ClassIndex index, Set<String> seen) {
    if (name == null || name.equals("java/lang/Object") || !seen.add(name)) {
      return false;
    }
    if (name.equals("java/io/Serializable")) {
      return true;
    }
    Optional<ClassFacts> facts = index.find(name);
    return facts.isEmpty()
        || maySerialize(facts.get().superName(), index, seen)
        || facts.get().interfaces().stream().anyMatch(each -> maySerialize(each, index, seen));
  }

  private static final class Computer extends SerialVersionUIDAdder {

    private long value;

    Computer() {
      super(Opcodes.ASM9, new ClassNode());
    }

    @Override
    protected void addSVUID(long svuid) {
      value = svuid;
    }
  }
}
