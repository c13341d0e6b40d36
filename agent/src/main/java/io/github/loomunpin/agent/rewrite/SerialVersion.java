// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.classfile.SerialForm;
import java.util.OptionalLong;
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
  static OptionalLong toDeclare(byte[] original, ClassNode node, ClassQuestions classes) {
    boolean declared =
        node.fields.stream().anyMatch(field -> field.name.equals("serialVersionUID"));
    boolean flagCounts =
        node.methods.stream()
            .anyMatch(
                method ->
                    (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
                        && (method.access & Opcodes.ACC_PRIVATE) == 0);
    if (declared
        || !flagCounts
        || !SerialForm.mayMatter(node.access, node.superName, node.interfaces, classes)) {
      return OptionalLong.empty();
    }
    Computer computer = new Computer();
    new ClassReader(original).accept(computer, ClassReader.SKIP_CODE);
    return OptionalLong.of(computer.value);
  }

  private static final class Computer extends SerialVersionUIDAdder {

    private long value;

    Computer() {
      super(Opcodes.ASM9, new ClassNode());
    }

    /** Without the flag of an enum, which the JVM ignores where the superclass is no enum's. */
    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      int flags = access & ~Opcodes.ACC_ENUM;
      super.visit(version, flags, name, signature, superName, interfaces);
    }

    @Override
    protected void addSVUID(long svuid) {
      value = svuid;
    }
  }
}
