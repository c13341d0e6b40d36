// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class MethodTableTest {

  /** A name with a character that takes two of Java's, which class files write as six bytes. */
  private static final String ODD = "m\uD83D\uDE00";

  private static byte[] classFile() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_PUBLIC,
        "app/Table",
        null,
        "java/lang/Object",
        new String[] {"java/lang/Cloneable"});
    writer.visitField(Opcodes.ACC_STATIC, "field", "J", null, 5L).visitEnd();
    for (String name : List.of("a", ODD)) {
      MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "()V", null, null);
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void flags_are_set_by_name_and_descriptor() {
    byte[] plain = classFile();
    byte[] set = new MethodTable(plain).withSynchronized(Set.of(ODD + "()V", "a(I)V"));

    assertThat(ClassFilePeek.at(set).synchronizedMethods())
        .isEqualTo(Map.of(ODD + "()V", Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED));
    assertThat(List.of("a()V", ODD + "()V")).allMatch(new MethodTable(set)::has);
    assertThat(new MethodTable(set).has("b()V")).isFalse();
    assertThat(new MethodTable(set).isSynchronized(ODD + "()V")).isTrue();
    assertThat(new MethodTable(set).isSynchronized("a()V")).isFalse();
    assertThat(new MethodTable(set).isSynchronized("b()V")).isFalse();
    assertThat(new MethodTable(plain).withSynchronized(Set.of())).isEqualTo(plain);
  }
}
