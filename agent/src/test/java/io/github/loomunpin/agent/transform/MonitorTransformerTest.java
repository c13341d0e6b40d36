// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.visible.TestQueries;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class MonitorTransformerTest {

  private static final ClassLoader LOADER = MonitorTransformerTest.class.getClassLoader();

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final TestQueries queries = new TestQueries();
  private Outcome outcome;

  private MonitorTransformer transformer(String arguments) throws BadOptionException {
    AgentOptions options = AgentOptions.parse(arguments, "");
    outcome = new Outcome(new PrintStream(said, true, StandardCharsets.UTF_8), options);
    VisibleClasses classes = VisibleClasses.of(options, new Class<?>[0], KnownCode.NONE, queries);
    return new MonitorTransformer(classes, RewriteCache.NONE, options, outcome, List.of());
  }

  private byte[] transform(MonitorTransformer transformer, ClassLoader loader, String name) {
    byte[] file = classFile(name, 0);
    return transformer.transform(null, loader, name, null, null, file);
  }

  private static byte[] classFile(String name, int increments) {
    return classFile(name, increments, "java/lang/Object");
  }

  private static byte[] classFile(String name, int increments, String superName) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, superName, null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_SYNCHRONIZED, "method", "(I)V", null, null);
    method.visitCode();
    for (int i = 0; i < increments; i++) {
      method.visitIincInsn(1, 1);
    }
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void classes_of_the_application_are_rewritten_and_counted() throws BadOptionException {
    MonitorTransformer transformer = transformer("verbose");

    assertThat(transform(transformer, LOADER, "app/A")).isNotNull();
    assertThat(outcome.snapshot().classesRewritten()).isEqualTo(1);
    assertThat(outcome.snapshot().sitesRewritten()).isEqualTo(1);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("converted 1 site in app.A");
  }

  @Test
  void classes_of_the_jdk_and_of_the_agent_are_not() throws BadOptionException {
    MonitorTransformer transformer = transformer("");

    assertThat(transform(transformer, null, "java/lang/A")).isNull();
    assertThat(transform(transformer, ClassLoader.getPlatformClassLoader(), "java/sql/A")).isNull();
    assertThat(transform(transformer, LOADER, "io/github/loomunpin/agent/A")).isNull();
    assertThat(transform(transformer, LOADER, "io/github/loomunpin/shaded/A")).isNull();
    assertThat(outcome.snapshot().classesSeen()).isZero();
  }

  @Test
  void class_without_sites_is_only_seen() throws BadOptionException {
    byte[] file = Programs.classFile(NameGlobs.class);

    assertThat(transformer("").transform(null, LOADER, "app/Globs", null, null, file)).isNull();
    assertThat(outcome.snapshot().classesSeen()).isEqualTo(1);
  }

  @Test
  void dry_run_counts_and_changes_nothing() throws BadOptionException {
    assertThat(transform(transformer("mode=dry-run"), LOADER, "app/A")).isNull();
    assertThat(outcome.snapshot().sitesRewritten()).isEqualTo(1);
  }

  @Test
  void excluded_class_stays_with_its_reason() throws BadOptionException {
    assertThat(transform(transformer("exclude=app.*"), LOADER, "app/A")).isNull();
    assertThat(outcome.snapshot().leftNative()).containsEntry("app.A is kept native", 1);
  }

  @Test
  void a_class_whose_name_is_not_given_is_rewritten() throws BadOptionException {
    byte[] file = classFile("app/Anonymous", 0);

    assertThat(transformer("").transform(null, LOADER, null, null, null, file)).isNotNull();
  }

  @Test
  void redefinition_is_rewritten_in_the_same_way() throws BadOptionException {
    MonitorTransformer transformer = transformer("");
    byte[] first = transform(transformer, LOADER, "app/A");
    byte[] file = classFile("app/A", 0);

    byte[] second = transformer.transform(null, LOADER, "app/A", String.class, null, file);

    assertThat(second).isEqualTo(first);
  }

  private static byte[] empty(String name, String superName) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name, null, superName, null);
    return writer.toByteArray();
  }

  @Test
  void a_class_judged_by_another_file_of_that_name_is_said_to_be_unsafe()
      throws BadOptionException {
    for (String superName : new String[] {"java/util/Vector", "java/util/BitSet"}) {
      queries.onClassPath.put("app/A", empty("app/A", superName));
      MonitorTransformer transformer = transformer("");
      byte[] sub = classFile("app/B", 0, "app/A");

      transformer.transform(null, LOADER, "app/B", null, null, sub);
      transformer.transform(null, LOADER, "app/A", null, null, empty("app/A", "java/lang/Object"));

      assertThat(outcome.snapshot().problems()).hasSize(superName.endsWith("Vector") ? 1 : 0);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("now unsafe: app.A: its class file extends");
  }

  @Test
  void a_class_added_to_the_boot_loader_is_none_of_the_application() throws BadOptionException {
    byte[] added = classFile("app/A", 0);
    byte[] sub = classFile("app/B", 0, "app/A");
    queries.onClassPath.put("app/A", added);
    MonitorTransformer transformer = transformer("");
    assertThat(transformer.transform(null, LOADER, "app/B", null, null, sub))
        .asString(StandardCharsets.ISO_8859_1)
        .doesNotContain("isNative");
    assertThat(transformer.transform(null, null, "app/A", null, null, added)).isNull();
    assertThat(outcome.snapshot().warnings()).singleElement().asString().startsWith("app.A locks");

    transformer = transformer("");
    assertThat(transformer.transform(null, null, "app/A", null, null, added)).isNull();
    assertThat(transformer.transform(null, LOADER, "app/B", null, null, sub))
        .asString(StandardCharsets.ISO_8859_1)
        .contains("isNative");
    assertThat(outcome.snapshot().warnings()).isEmpty();
  }

  /** What it is asked for it answers wrongly, and another class than it says is what it loads. */
  private static final class Odd extends ClassLoader {

    @Override
    public InputStream getResourceAsStream(String name) {
      throw new AssertionError("a loader's resources need not be its classes");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) {
      throw new AssertionError("a loader must not be asked for classes in the transformer");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("a loader's hashCode is the application's code");
    }

    @Override
    public boolean equals(Object other) {
      throw new AssertionError("a loader's equals is the application's code");
    }
  }

  @SuppressWarnings("serial")
  private static final class Below extends Vector<String> {}

  @Test
  void what_a_loader_of_the_application_has_not_loaded_is_asked_about_at_run_time()
      throws BadOptionException {
    byte[] sub = classFile("app/B", 0, "app/A");
    ClassLoader loader = new Odd();
    queries.loaded.clear();

    assertThat(transformer("").transform(null, loader, "app/B", null, null, sub))
        .asString(StandardCharsets.ISO_8859_1)
        .contains("isNative");

    queries.loaded.put("app/A", Below.class);
    assertThat(transformer("").transform(null, loader, "app/B", null, null, sub)).isNull();

    queries.loaded.put("app/A", MonitorTransformerTest.class);
    assertThat(transformer("").transform(null, loader, "app/B", null, null, sub))
        .asString(StandardCharsets.ISO_8859_1)
        .contains("UnpinMonitors")
        .doesNotContain("isNative");
  }

  @Test
  void a_class_that_a_loader_may_have_failed_to_define_says_nothing_about_others()
      throws BadOptionException {
    MonitorTransformer transformer = transformer("");
    ClassLoader loader = new Odd();
    transformer.transform(null, loader, "app/A", null, null, empty("app/A", "java/lang/Object"));

    assertThat(
            transformer.transform(
                null, loader, "app/B", null, null, classFile("app/B", 0, "app/A")))
        .asString(StandardCharsets.ISO_8859_1)
        .contains("isNative");
  }

  @Test
  void what_the_jvm_refuses_anyway_is_not_told() throws BadOptionException {
    MonitorTransformer transformer = transformer("strict=true");
    byte[] newer = classFile("app/Newer", 0);
    newer[7] = 99;
    byte[] cut = Arrays.copyOf(classFile("app/Cut", 21_844), 300);
    byte[] longer = classFile("app/Longer", 0);
    longer = Arrays.copyOf(longer, longer.length + 1);

    assertThat(transformer.transform(null, LOADER, "app/Newer", null, null, newer)).isNull();
    assertThat(transformer.transform(null, LOADER, "app/Cut", null, null, cut)).isNull();
    assertThat(transformer.transform(null, LOADER, "app/Longer", null, null, longer)).isNull();

    assertThat(outcome.snapshot().failed()).isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void a_method_that_would_become_too_large_is_named_once() throws BadOptionException {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "app/Large", null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_STATIC, "go", "(Ljava/lang/Object;)V", null, null);
    method.visitCode();
    for (int i = 0; i < 12_000; i++) {
      method.visitVarInsn(Opcodes.ALOAD, 0);
      method.visitInsn(Opcodes.MONITORENTER);
      method.visitVarInsn(Opcodes.ALOAD, 0);
      method.visitInsn(Opcodes.MONITOREXIT);
    }
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();

    byte[] file = writer.toByteArray();
    MonitorTransformer transformer = transformer("");
    assertThat(transformer.transform(null, LOADER, null, null, null, file)).isNull();
    assertThat(transformer.transform(null, LOADER, null, null, null, file)).isNull();

    assertThat(outcome.snapshot().failed()).containsOnlyKeys("app.Large");
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("[loom-unpin] could not rewrite app.Large")
        .contains("its method go(Ljava/lang/Object;)V would exceed 65535 bytes");
  }
}
