// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassFileProblemTest {

  private static final byte[] OWN = ownClassFile();

  private final SiteScanner scanner = new SiteScanner(SampleClasses.rules());

  private static byte[] ownClassFile() {
    try {
      return Samples.classFile(
          Samples.folder(ClassFileProblemTest.class) + "/ClassFileProblemTest");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(byte[] classFile, String message) {
    assertThatThrownBy(() -> scanner.scan(classFile))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage(message);
  }

  @Test
  void other_files_are_no_class_files() {
    check(new byte[0], "not a class file");
    check("<!DOCTYPE html>".getBytes(StandardCharsets.UTF_8), "not a class file");
  }

  @Test
  void newer_class_files_are_said_to_be_newer() {
    byte[] newer = OWN.clone();
    newer[7] = (byte) 200;

    check(newer, "class file version 200 is newer than this tool knows");
  }

  @Test
  void cut_off_class_files_are_damaged() {
    check(Arrays.copyOf(OWN, 8), "damaged class file (ArrayIndexOutOfBoundsException)");
    assertThatThrownBy(() -> scanner.scan(Arrays.copyOf(OWN, OWN.length / 2)))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessageStartingWith("damaged class file");
  }

  @Test
  void classes_that_grow_too_large_are_said_to_be_too_large() {
    assertThat(ClassFileProblem.describe(OWN, new ClassTooLargeException("Full", 65_536)))
        .startsWith("it is too large to be rewritten");
  }

  @Test
  void classes_that_take_too_much_to_be_rewritten_are_not_damaged() {
    assertThat(ClassFileProblem.describe(OWN, new LimitExceededException("Too many operations")))
        .isEqualTo("one of its methods has too many variables and jumps to be rewritten");
  }

  @Test
  void sites_of_code_that_does_not_verify_still_count() throws UnreadableClassException {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, 0, "Bad", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
    code.visitCode();
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();

    ClassSites sites = scanner.scan(writer.toByteArray());

    assertThat(sites.sites())
        .extracting(MonitorSite::kind)
        .contains(SiteKind.BLOCK, SiteKind.NOTIFY);
    assertThat(sites.sites()).allMatch(site -> site.decision().mode() == Mode.RUNTIME);
  }
}
