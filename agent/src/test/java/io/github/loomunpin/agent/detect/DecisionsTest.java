// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.Vector;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class DecisionsTest {

  static final class Added {
    synchronized void enter() {}
  }

  @Test
  void a_class_added_to_a_loader_of_the_jdk_is_not_taken_for_the_jdk_s_own() throws Exception {
    assertThat(reasons(Added.class, JdkMonitors.lockedByJdk()))
        .containsExactly(Added.class.getName() + " is in a loader of the JDK");
    assertThat(reasons(Thread.class, JdkMonitors.lockedByJdk()))
        .isNotEmpty()
        .noneMatch(reason -> reason.contains("is in a loader"));
  }

  @Test
  void the_jdk_s_own_class_is_converted_only_where_the_agent_has_converted_it() throws Exception {
    assertThat(reasons(Vector.class, JdkMonitors.lockedByJdk())).containsOnly("");
    assertThat(reasons(Vector.class, Set.of())).isNotEmpty().doesNotContain("");
  }

  @Test
  void a_class_that_a_loader_had_defined_before_the_agent_is_native_in_that_loader()
      throws Exception {
    ClassLoader own = Added.class.getClassLoader();
    ClassLoader other = new ClassLoader(own) {};
    Decisions decisions =
        decisions(
            Set.of(), (loader, name) -> loader == own && name.equals(internalName(Added.class)));

    assertThat(reasons(decisions.of(classFile(Added.class), own)))
        .containsExactly(Added.class.getName() + " is kept native");
    assertThat(reasons(decisions.of(classFile(Added.class), other))).containsExactly("");
  }

  @Test
  void a_field_behind_an_accessor_has_its_name() throws Exception {
    ClassWriter outer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    outer.visit(Opcodes.V1_8, Opcodes.ACC_SUPER, "a/Outer", null, "java/lang/Object", null);
    int synthetic = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor accessor =
        outer.visitMethod(synthetic, "access$000", "()Ljava/lang/Object;", null, null);
    accessor.visitFieldInsn(Opcodes.GETSTATIC, "a/Outer", "LOCK", "Ljava/lang/Object;");
    accessor.visitInsn(Opcodes.ARETURN);
    accessor.visitMaxs(0, 0);
    ClassWriter inner = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    inner.visit(Opcodes.V1_8, Opcodes.ACC_SUPER, "a/Inner", null, "java/lang/Object", null);
    MethodVisitor lock = inner.visitMethod(Opcodes.ACC_STATIC, "lock", "()V", null, null);
    lock.visitMethodInsn(
        Opcodes.INVOKESTATIC, "a/Outer", "access$000", "()Ljava/lang/Object;", false);
    lock.visitInsn(Opcodes.DUP);
    lock.visitInsn(Opcodes.MONITORENTER);
    lock.visitInsn(Opcodes.MONITOREXIT);
    lock.visitInsn(Opcodes.RETURN);
    lock.visitMaxs(0, 0);
    ClassLoader loader =
        new ClassLoader() {
          @Override
          public InputStream getResourceAsStream(String name) {
            return name.equals("a/Outer.class")
                ? new ByteArrayInputStream(outer.toByteArray())
                : super.getResourceAsStream(name);
          }
        };

    ClassSites sites = decisions(Set.of(), (of, name) -> false).of(inner.toByteArray(), loader);

    assertThat(sites.sites())
        .extracting(site -> site.operand().name())
        .containsExactly("a.Outer.LOCK");
  }

  private static List<String> reasons(Class<?> type, Set<String> converted) throws Exception {
    Decisions decisions = decisions(converted, (loader, name) -> false);
    return reasons(decisions.ofJdk(classFile(type), internalName(type)));
  }

  private static List<String> reasons(ClassSites sites) {
    return sites.sites().stream()
        .map(MonitorSite::decision)
        .map(decision -> decision.reason())
        .toList();
  }

  private static Decisions decisions(
      Set<String> converted, BiPredicate<ClassLoader, String> keptNative) throws Exception {
    return new Decisions(
        AgentOptions.parse("", ""),
        new ConvertedClasses(converted, keptNative),
        new ClassFinder(null));
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream("/" + internalName(type) + ".class")) {
      return in.readAllBytes();
    }
  }
}
