// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.site.ClassSites;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class PositionTest {

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
  private final String name = Overloaded.class.getName().replace('.', '/');

  PositionTest() throws IOException {
    file = Samples.classFile(name);
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

  private List<String> methodsAt(String method, int line, Sameness sameness) {
    ClassSites sites = new ClassSites(name, "", List.of());
    List<Seen> frames = List.of(new Seen(name, method, "", -1, line, false, false));
    return ClassImage.of(sites, file, sameness, new NoClasses())
        .position(frames, 0)
        .places()
        .stream()
        .map(Position.Place::descriptor)
        .toList();
  }

  private List<String> methodsAt(String method, int line) {
    return methodsAt(method, line, Sameness.PERHAPS);
  }

  @Test
  void a_method_is_known_by_its_name_and_a_line_of_its_own() {
    assertThat(methodsAt("f", lineOf("f", "(I)I"))).containsExactly("(I)I");
    assertThat(methodsAt("f", lineOf("f", "(J)I"))).containsExactly("(J)I");
    assertThat(methodsAt("only", lineOf("only", "()I"))).containsExactly("()I");
  }

  @Test
  void a_line_of_another_method_or_version_is_nowhere() {
    assertThat(methodsAt("f", 1)).isEmpty();
    assertThat(methodsAt("onl", lineOf("only", "()I"))).isEmpty();
  }

  @Test
  void without_a_line_a_frame_may_be_in_each_method_of_its_name() {
    assertThat(methodsAt("f", -1)).containsExactly("(I)I", "(J)I");
    assertThat(methodsAt("only", -1)).containsExactly("()I");
  }

  @Test
  void lines_of_another_version_tell_nothing() {
    assertThat(methodsAt("f", lineOf("f", "(I)I"), Sameness.OTHER_VERSION))
        .containsExactly("(I)I", "(J)I");
  }
}
