// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class TableCheckTest {

  /** What is left of a method's tables. */
  private static byte[] changed(byte[] original, int flags, boolean twice) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitLocalVariable(
                  String variable, String type, String generic, Label start, Label end, int index) {
                super.visitLocalVariable(variable, type, generic, start, end, index);
                if (twice) {
                  super.visitLocalVariable(variable, type, generic, start, end, index);
                }
              }
            };
          }
        },
        flags);
    return writer.toByteArray();
  }

  private static byte[] own() throws IOException {
    String name = TableCheckTest.class.getSimpleName() + ".class";
    try (InputStream in = TableCheckTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static List<String> failures(byte[] after) throws IOException {
    Counts counts = new Counts();
    ChangedClass every = ChangedClass.of("TableCheckTest", own(), after);
    List<String> methods = List.copyOf(every.before().methods().keySet());
    new TableCheck(counts)
        .check(new ChangedClass(every.name(), every.before(), every.after(), methods));
    assertThat(counts.get(Count.TABLES_CHECKED)).isEqualTo(methods.size());
    return counts.failures;
  }

  @Test
  void a_copy_is_as_it_was() throws IOException {
    assertThat(failures(changed(own(), 0, false))).isEmpty();
  }

  @Test
  void lost_tables_are_noticed() throws IOException {
    assertThat(failures(changed(own(), ClassReader.SKIP_DEBUG, false)))
        .anyMatch(failure -> failure.contains("lines: lost"))
        .anyMatch(failure -> failure.contains("variables: lost"));
  }

  @Test
  void a_range_that_is_there_twice_is_noticed() throws IOException {
    assertThat(failures(changed(own(), 0, true)))
        .anyMatch(failure -> failure.contains("twice the same range of"));
  }
}
