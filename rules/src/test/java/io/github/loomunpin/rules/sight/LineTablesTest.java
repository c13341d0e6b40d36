// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.site.BciClass;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Lines of class files that no compiler writes. */
class LineTablesTest {

  @Test
  void a_line_that_begins_behind_the_code_is_of_no_instruction() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, Opcodes.ACC_ABSTRACT, "a/B", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
    Label begin = new Label();
    Label end = new Label();
    method.visitCode();
    method.visitLabel(begin);
    method.visitLineNumber(5, begin);
    method.visitInsn(Opcodes.RETURN);
    method.visitLabel(end);
    method.visitLineNumber(7, end);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();

    LineTables lines = LineTables.of(BciClass.read(writer.toByteArray()));

    assertThat(lines.lineAt("m", "()V", 0)).isEqualTo(5);
    assertThat(lines.hasLine("m", "()V", 7)).isFalse();
  }
}
