// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LineTablesTest {

  static final class Overloaded {
    int f(int i) {
      return i + 1;
    }

    int f(long i) {
      return (int) i;
    }

    int only() {
      return f(1);
    }
  }

  private final byte[] file;
  private final LineTables lines;

  LineTablesTest() throws IOException {
    file = Samples.classFile(Overloaded.class.getName().replace('.', '/'));
    lines = LineTables.of(file);
  }

  private int lineOf(String method, String descriptor) {
    int[] line = {-1};
    new ClassReader(file)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                boolean isIt = name.equals(method) && type.equals(descriptor);
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitLineNumber(int number, Label start) {
                    line[0] = isIt ? number : line[0];
                  }
                };
              }
            },
            0);
    return line[0];
  }

  @Test
  void a_method_is_known_by_its_name_and_a_line_of_its_own() {
    assertThat(lines.descriptorOf("f", lineOf("f", "(I)I"))).contains("(I)I");
    assertThat(lines.descriptorOf("f", lineOf("f", "(J)I"))).contains("(J)I");
    assertThat(lines.descriptorOf("only", lineOf("only", "()I"))).contains("()I");
  }

  @Test
  void no_method_is_guessed() {
    assertThat(lines.descriptorOf("f", 1)).isEmpty();
    assertThat(lines.descriptorOf("f", -1)).isEmpty();
    assertThat(lines.descriptorOf("onl", lineOf("only", "()I"))).isEmpty();
    assertThat(lines.descriptorOf("only", -1)).contains("()I");
  }
}
