// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class RefusalTest {

  private static byte[] classFile(String what) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_SUPER,
        "java/loom-unpin/could-not-rewrite-it-for-want-of-" + what + "/Class",
        null,
        "java/lang/Object",
        null);
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void what_the_jvm_is_to_refuse_is_a_class_file_and_says_why() {
    assertThat(Refusal.classFile(new StackOverflowError())).isEqualTo(classFile("stack"));
    assertThat(Refusal.classFile(new OutOfMemoryError())).isEqualTo(classFile("memory"));
    assertThat(ClassFilePeek.at(Refusal.classFile(new OutOfMemoryError())).isReadable()).isTrue();
  }
}
