// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The samples say on the line what is expected: {@code // KIND on OPERAND, MODE}, with the mode as
 * {@code virtual}, {@code native: REASON} or {@code run time: REASON}, and the reason perhaps cut.
 */
class SiteScannerTest {

  private static final Pattern EXPECTATION =
      Pattern.compile(".* // (.+ on .+, (?:virtual|native: .+|run time: .+))");

  @TempDir static Path folder;
  private static List<SampleClasses> samples;

  private final SiteScanner scanner = new SiteScanner(SampleClasses.rules());

  @BeforeAll
  static void compile() throws IOException {
    samples = SampleClasses.all(folder);
  }

  static List<SampleClasses> samples() {
    return samples;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sites_are_those_the_comments_name(SampleClasses sample) throws Exception {
    Map<Integer, String> expected = expectations(sample.source());
    Map<Integer, Set<String>> actual = new TreeMap<>();
    for (byte[] classFile : sample.classes().values()) {
      for (MonitorSite site : scanner.scan(classFile).sites()) {
        if (site.line() >= 0) {
          actual.computeIfAbsent(site.line(), line -> new TreeSet<>()).add(describe(site));
        }
      }
    }

    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (line, text) ->
            assertThat(actual.get(line)).as("line %d", line).allMatch(site -> says(site, text)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void regions_hold_as_many_monitors_as_the_samples_say(SampleClasses sample) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (byte[] classFile : sample.classes().values()) {
      List<MonitorSite> sites = scanner.scan(classFile).sites();
      BciClass node = BciClass.read(classFile);
      for (MethodNode method : node.methods) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof MethodInsnNode call && call.owner.endsWith("/Holding")) {
            long held =
                sites.stream()
                    .filter(site -> site.method().equals(method.name))
                    .filter(site -> site.descriptor().equals(method.desc))
                    .filter(site -> site.holdsAt(node.bci(insn)))
                    .count();
            if (held != constant(insn.getPrevious())) {
              wrong.add(method.name + " @" + node.bci(insn) + " holds " + held);
            }
          }
        }
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static int constant(AbstractInsnNode iconst) {
    return iconst.getOpcode() - Opcodes.ICONST_0;
  }

  private static Map<Integer, String> expectations(String source) {
    Map<Integer, String> expected = new TreeMap<>();
    String[] lines = source.split("\n");
    for (int i = 0; i < lines.length; i++) {
      Matcher matcher = EXPECTATION.matcher(lines[i]);
      if (matcher.matches()) {
        expected.put(i + 1, matcher.group(1));
      }
    }
    return expected;
  }

  private static String describe(MonitorSite site) {
    String kind = site.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return kind + " on " + site.operand().describe() + ", " + describe(site.decision());
  }

  private static String describe(Decision decision) {
    String mode = decision.mode() == Mode.RUNTIME ? "run time" : decision.mode().name();
    String reason = decision.reason().isEmpty() ? "" : ": " + decision.reason();
    return mode.toLowerCase(Locale.ROOT) + reason;
  }

  /** The comment may give any part of the reason. */
  private static boolean says(String actual, String expected) {
    int reason = expected.indexOf(": ", expected.lastIndexOf(", "));
    return reason < 0
        ? actual.equals(expected)
        : actual.startsWith(expected.substring(0, reason + 2))
            && actual.substring(reason).contains(expected.substring(reason + 2));
  }

  @Test
  void native_method_has_a_site_without_code() throws Exception {
    List<MonitorSite> sites = new ArrayList<>();
    for (SampleClasses sample : samples) {
      for (byte[] classFile : sample.classes().values()) {
        scanner.scan(classFile).sites().stream()
            .filter(site -> site.line() < 0)
            .forEach(sites::add);
      }
    }

    assertThat(sites).hasSize(2).allMatch(site -> site.method().equals("outside"));
    assertThat(sites).allMatch(site -> site.kind() == SiteKind.SYNC_METHOD);
    assertThat(sites).allMatch(site -> site.held().equals(List.of(new BciRange(0, 0))));
  }

  /** Rewritten code looks at each object at run time, where its data flow cannot be followed. */
  @Test
  void sites_of_code_that_cannot_be_followed_are_decided_at_run_time() throws Exception {
    List<MonitorSite> sites =
        scanner
            .scan(
                odd(
                    Opcodes.ACC_STATIC,
                    "method",
                    code -> {
                      code.visitInsn(Opcodes.POP);
                      code.visitInsn(Opcodes.ACONST_NULL);
                      code.visitInsn(Opcodes.MONITORENTER);
                      code.visitInsn(Opcodes.ACONST_NULL);
                      code.visitMethodInsn(
                          Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false);
                      code.visitInsn(Opcodes.ACONST_NULL);
                      code.visitInsn(Opcodes.MONITOREXIT);
                      code.visitInsn(Opcodes.RETURN);
                    }))
            .sites();

    assertThat(sites)
        .extracting(MonitorSite::kind)
        .containsExactly(SiteKind.BLOCK, SiteKind.NOTIFY);
    assertThat(sites).allMatch(site -> site.decision().mode() == Mode.RUNTIME);
  }

  @Test
  void flag_of_initializers_and_abstract_methods_is_no_site() throws Exception {
    int flag = Opcodes.ACC_SYNCHRONIZED;
    byte[] initializer =
        odd(flag | Opcodes.ACC_STATIC, "<clinit>", code -> code.visitInsn(Opcodes.RETURN));
    byte[] isAbstract = odd(flag | Opcodes.ACC_ABSTRACT, "method", code -> {});

    assertThat(scanner.scan(initializer).sites()).isEmpty();
    assertThat(scanner.scan(isAbstract).sites()).isEmpty();
  }

  private static byte[] odd(int access, String name, Consumer<MethodVisitor> code) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_4, Opcodes.ACC_ABSTRACT, "odd/Odd", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
    if ((access & Opcodes.ACC_ABSTRACT) == 0) {
      method.visitCode();
      code.accept(method);
      method.visitMaxs(1, 0);
    }
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void what_is_no_class_file_is_refused_in_one_line() {
    assertThatThrownBy(() -> scanner.scan(new byte[] {1, 2, 3}))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage("not a class file");
  }
}
