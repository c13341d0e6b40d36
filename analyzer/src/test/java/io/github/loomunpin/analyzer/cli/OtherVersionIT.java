// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class path with other versions of the classes than those that ran, and stacks cut off. */
class OtherVersionIT {

  private static final String NAME = DeepHolder.class.getName().replace('.', '/');

  @TempDir private Path directory;
  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
  }

  @Test
  void code_at_other_lines_is_said_before_anything_is_named() throws Exception {
    PinReport report = report(true, 40);

    assertThat(report.findings()).isEmpty();
    assertThat(report.misfits())
        .singleElement()
        .asString()
        .contains("is not the version that ran")
        .contains("DeepHolder");
    assertThat(report.classPath()).isEqualTo(new ClassPathDoubt(true, false));
    assertThat(report.unexplained())
        .extracting(Unexplained::reason)
        .containsExactly(PinReason.OTHER_VERSION);
  }

  @Test
  void code_that_an_agent_moved_is_matched_by_line() throws Exception {
    PinReport report = report(true, 0);

    assertThat(report.misfits()).isEmpty();
    assertThat(report.classPath()).isEqualTo(ClassPathDoubt.NONE);
    assertThat(report.findings())
        .singleElement()
        .returns("hold", finding -> finding.site().method());
  }

  @Test
  void a_method_that_is_gone_is_another_version() throws Exception {
    PinReport report = report(false, 0);

    assertThat(report.findings()).isEmpty();
    assertThat(report.misfits()).hasSize(1);
  }

  private PinReport report(boolean withMethod, int moreLines) throws IOException {
    Path recording = Recorded.once(jdk21, DeepHolder.class, Recorded.DEEP);
    Path file = directory.resolve("other").resolve(NAME + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, otherVersion(withMethod, moreLines));
    try (InputStream pause = DeepHolder.class.getResourceAsStream("Pause.class")) {
      Files.copy(pause, file.resolveSibling("Pause.class"));
    }
    return new PinReporter(List.of(directory.resolve("other").toString()), ReadOptions.DEFAULT)
        .report(List.of(RecordingReader.read(recording)));
  }

  /** The class with three more instructions in each method, and at later lines. */
  private static byte[] otherVersion(boolean withMethod, int moreLines) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            String kept = withMethod || !name.equals("hold") ? name : "held";
            return new MethodVisitor(
                Opcodes.ASM9, super.visitMethod(access, kept, descriptor, signature, exceptions)) {
              @Override
              public void visitCode() {
                super.visitCode();
                super.visitInsn(Opcodes.NOP);
                super.visitInsn(Opcodes.NOP);
                super.visitInsn(Opcodes.NOP);
              }

              @Override
              public void visitLineNumber(int line, Label start) {
                super.visitLineNumber(line + moreLines, start);
              }
            };
          }
        };
    new ClassReader(TestArchives.bytesOf(DeepHolder.class)).accept(visitor, 0);
    return writer.toByteArray();
  }
}
