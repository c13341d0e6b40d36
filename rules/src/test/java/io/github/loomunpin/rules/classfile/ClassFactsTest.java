// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassFactsTest {

  private static byte[] classFile(int version, String name, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", interfaces);
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void classes_of_the_jdk_are_read_as_asm_reads_them() throws Exception {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    List<Path> files;
    try (Stream<Path> found = Files.walk(base.resolve("java"))) {
      files = found.filter(each -> each.toString().endsWith(".class")).toList();
    }
    assertThat(files).hasSizeGreaterThan(1_000);
    for (Path each : files) {
      byte[] file = Files.readAllBytes(each);
      // A newer JDK than all that are known may build this.
      file[7] = (byte) Math.min(file[7], Opcodes.V21);
      assertThat(ClassHeader.read(file, true)).hasValue(ClassFacts.readByAsm(file, true));
    }
  }

  @Test
  void what_is_unusual_is_left_to_asm() {
    for (String name : List.of("app/\u00dcber", "app/\ud83d\ude00", "app/\u0000")) {
      byte[] file = classFile(Opcodes.V21, name, "app/Plain");
      assertThat(ClassHeader.read(file, false)).isEmpty();
      assertThat(ClassFacts.read(file, false).name()).isEqualTo(name);
    }
    byte[] newer = classFile(Opcodes.V21, "app/Newer");
    newer[7] = 120;
    assertThat(ClassHeader.read(newer, false)).isEmpty();
    assertThatThrownBy(() -> ClassFacts.read(newer, false)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void where_a_damaged_file_is_read_it_is_read_as_asm_reads_it() {
    byte[] whole = classFile(Opcodes.V21, "app/A", "app/B", "app/C");
    int read = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] file = whole.clone();
        file[at] ^= (byte) (1 << bit);
        var facts = ClassHeader.read(file, false);
        if (facts.isPresent()) {
          read++;
          assertThat(facts).hasValue(ClassFacts.readByAsm(file, false));
        }
      }
    }
    assertThat(read).isPositive();
    for (int length = 0; length < whole.length; length++) {
      byte[] file = Arrays.copyOf(whole, length);
      var facts = ClassHeader.read(file, false);
      if (facts.isPresent()) {
        assertThat(facts).hasValue(ClassFacts.readByAsm(file, false));
      }
    }
  }
}
