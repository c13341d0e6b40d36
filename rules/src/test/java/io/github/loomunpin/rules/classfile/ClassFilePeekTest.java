// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.member.Effect;
import io.github.loomunpin.rules.member.JdkLockMembers;
import io.github.loomunpin.rules.operand.MonitorCalls;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class ClassFilePeekTest {

  @Test
  void never_says_no_to_a_class_with_sites() {
    List<String> missed = new ArrayList<>();
    int[] counts = new int[4];
    forEachClassOfJars(
        bytes -> {
          ClassNode node = new ClassNode();
          new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
          boolean expected = node.methods.stream().anyMatch(ClassFilePeekTest::hasSites);
          ClassFilePeek peek = ClassFilePeek.at(bytes);
          boolean actual = peek.mayHaveSites();
          if (node.methods.stream().anyMatch(ClassFilePeekTest::looksUp)) {
            counts[3]++;
            expectAlso(peek.mayNeedRewriting(), node.name, missed);
          }
          for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            if (hasSites(method) || looksUp(method)) {
              expectAlso(peek.mayNeedRewriting(i), node.name + "." + method.name, missed);
            }
          }
          counts[0]++;
          counts[1] += expected ? 1 : 0;
          counts[2] += actual ? 1 : 0;
          if (expected && !actual) {
            missed.add(node.name);
          }
        });

    assertThat(missed).isEmpty();
    assertThat(counts[1]).as("classes with sites").isGreaterThan(100);
    assertThat(counts[3]).as("classes that look method handles up").isPositive();
    // It would be of no use if it said yes to most.
    assertThat(counts[2]).isLessThan(counts[0] / 3);
  }

  private static void expectAlso(boolean actual, String name, List<String> missed) {
    if (!actual) {
      missed.add(name);
    }
  }

  private static boolean looksUp(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof MethodInsnNode call
          && JdkLockMembers.named(call.name).stream()
              .anyMatch(
                  member ->
                      member.effect() == Effect.LOOKS_UP && member.owner().equals(call.owner))) {
        return true;
      }
    }
    return false;
  }

  @Test
  void names_are_those_asm_reads() throws IOException {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    try (Stream<Path> files = Files.walk(base.resolve("java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        ClassReader reader = new ClassReader(bytes);

        ClassFilePeek peek = ClassFilePeek.at(bytes);

        assertThat(peek.name()).isEqualTo(reader.getClassName());
        assertThat(peek.interfaces()).containsExactly(reader.getInterfaces());
        assertThat(peek.access()).isEqualTo(reader.getAccess() & ~Opcodes.ACC_DEPRECATED);
        String superName = reader.getSuperName();
        assertThat(peek.superName()).isEqualTo(superName == null ? "" : superName);
      }
    }
  }

  @Test
  void says_yes_to_what_it_cannot_follow() throws IOException {
    byte[] own = Samples.classFile("io/github/loomunpin/rules/classfile/ClassFacts");

    assertThat(ClassFilePeek.at(own).mayHaveSites()).isFalse();
    assertThat(ClassFilePeek.at(new byte[0]).mayHaveSites()).isTrue();
    for (int length = 10; length < own.length / 2; length += 37) {
      assertThat(ClassFilePeek.at(Arrays.copyOf(own, length)).mayHaveSites()).isTrue();
    }
  }

  @Test
  void is_not_misled_by_operands() {
    byte[] operands = method(code -> code.visitIntInsn(Opcodes.SIPUSH, 0xC2C3 - 0x10000));
    byte[] monitors = method(code -> code.visitInsn(Opcodes.MONITORENTER));

    assertThat(ClassFilePeek.at(operands).mayHaveSites()).isFalse();
    assertThat(ClassFilePeek.at(monitors).mayHaveSites()).isTrue();
    assertThat(ClassFilePeek.at(monitors).mayNeedRewriting(0)).isFalse();
    assertThat(ClassFilePeek.at(monitors).mayNeedRewriting(1)).isTrue();
  }

  /** Not to be run: instructions of every length before what is to be seen, or not. */
  private static byte[] method(Consumer<MethodVisitor> last) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_4, 0, "Odd", null, "java/lang/Object", null);
    writer.visitMethod(Opcodes.ACC_ABSTRACT, "none", "()V", null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "all", "()V", null, null);
    code.visitCode();
    Label end = new Label();
    code.visitTableSwitchInsn(0xC2, 0xC3, end, end, end);
    code.visitInsn(Opcodes.NOP);
    code.visitLookupSwitchInsn(end, new int[] {0xC2, 0xC3}, new Label[] {end, end});
    code.visitVarInsn(Opcodes.ALOAD, 0xC2);
    code.visitVarInsn(Opcodes.ALOAD, 0xC2C3);
    code.visitIincInsn(0xC2, 0xC3 - 0x100);
    code.visitIincInsn(0xC2C3, 1);
    code.visitMultiANewArrayInsn("[[[I", 3);
    code.visitInvokeDynamicInsn(
        "x", "()V", new Handle(Opcodes.H_INVOKESTATIC, "Odd", "all", "()V", false));
    code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "Odd", "x", "()V", true);
    last.accept(code);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(9, 0xFFFF);
    code.visitEnd();
    return writer.toByteArray();
  }

  private static boolean hasSites(MethodNode method) {
    if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      return true;
    }
    for (AbstractInsnNode insn : method.instructions) {
      if (insn.getOpcode() == Opcodes.MONITORENTER
          || insn.getOpcode() == Opcodes.MONITOREXIT
          || insn instanceof MethodInsnNode call && MonitorCalls.of(call).isPresent()
          || insn instanceof InvokeDynamicInsnNode dynamic && hasHandle(dynamic)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasHandle(InvokeDynamicInsnNode dynamic) {
    return Arrays.stream(dynamic.bsmArgs)
        .anyMatch(each -> each instanceof Handle handle && MonitorCalls.of(handle).isPresent());
  }

  private static void forEachClassOfJars(Consumer<byte[]> action) {
    String jars = System.getProperty("java.class.path");
    jars = System.getProperty("surefire.test.class.path", jars);
    try {
      for (String jar : jars.split(File.pathSeparator)) {
        if (jar.endsWith(".jar")) {
          forEachClass(new JarFile(jar), action);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forEachClass(JarFile jar, Consumer<byte[]> action) throws IOException {
    try (jar) {
      for (var entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          action.accept(jar.getInputStream(entry).readAllBytes());
        }
      }
    }
  }
}
