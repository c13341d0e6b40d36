// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the glance says no to, the rewriter leaves as it is. */
class GlanceTest {

  /** The glance at a class file that cannot be followed: it says yes to everything. */
  private static final ClassFilePeek EVERYTHING = ClassFilePeek.at(new byte[0]);

  /** The short form looks at one class in so many of the jars at hand. */
  private static final int STEP = "long".equals(System.getProperty("torture")) ? 1 : 8;

  private final Rules rules = new Rules(Map.of(), Set.of());

  static List<JdkLockMember> members() {
    return JdkLockMembers.ALL;
  }

  @ParameterizedTest
  @MethodSource("members")
  void each_member_of_the_table_is_seen_and_rewritten(JdkLockMember member) {
    byte[] user = user(member);
    ClassFilePeek peek = ClassFilePeek.at(user);

    assertThat(peek.mayNeedRewriting()).isTrue();
    assertThat(peek.mayNeedRewriting(0)).isFalse();
    assertThat(peek.mayNeedRewriting(1)).isTrue();
    assertThat(peek.mayHaveSites()).isEqualTo(member.effect().isSite());
    assertThat(rules.rewrite(user, peek).bytes()).isPresent();
    assertThat(rules.rewrite(user, peek).bytes().get())
        .isEqualTo(rules.rewrite(user, EVERYTHING).bytes().get());
  }

  @ParameterizedTest
  @MethodSource("members")
  void a_member_of_another_type_is_neither_seen_nor_rewritten(JdkLockMember member) {
    String descriptor = "(F" + member.descriptor().substring(1);
    byte[] user =
        user(
            new JdkLockMember(
                member.form(),
                member.reach(),
                member.owner(),
                member.name(),
                descriptor,
                member.effect(),
                member.above()));

    assertThat(ClassFilePeek.at(user).mayNeedRewriting()).isFalse();
    assertThat(rules.rewrite(user, EVERYTHING).bytes()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("members")
  void each_method_handle_of_the_table_is_seen_and_replaced_or_reported(JdkLockMember member) {
    boolean isStatic = member.form() == Form.STATIC_METHOD;
    int tag = isStatic ? Opcodes.H_INVOKESTATIC : Opcodes.H_INVOKEVIRTUAL;
    Handle handle = new Handle(tag, member.owner(), member.name(), member.descriptor(), false);
    byte[] user =
        OddClass.of(Opcodes.V21)
            .method(
                0,
                "user",
                "()V",
                code -> {
                  code.visitLdcInsn(handle);
                  code.visitInsn(Opcodes.POP);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();
    ClassFilePeek peek = ClassFilePeek.at(user);
    RewriteResult result = rules.rewrite(user, peek);

    assertThat(peek.mayNeedRewriting()).isTrue();
    assertThat(result.bytes().isPresent()).isNotEqualTo(!result.problems().isEmpty());
    assertThat(isSame(result, rules.rewrite(user, EVERYTHING))).isTrue();
  }

  /** Not to be run: a method without and one with the member. */
  private static byte[] user(JdkLockMember member) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V21, Opcodes.ACC_ABSTRACT, "odd/User", null, "java/lang/Object", null);
    MethodVisitor other = writer.visitMethod(0, "other", "()V", null, null);
    other.visitCode();
    other.visitInsn(Opcodes.RETURN);
    other.visitMaxs(0, 0);
    other.visitEnd();
    MethodVisitor code = writer.visitMethod(0, "user", "()V", null, null);
    code.visitCode();
    use(member, code);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void use(JdkLockMember member, MethodVisitor code) {
    boolean isStatic = member.form() == Form.STATIC_METHOD;
    if (!isStatic) {
      code.visitInsn(Opcodes.ACONST_NULL);
      code.visitTypeInsn(Opcodes.CHECKCAST, member.owner());
    }
    Type type = Type.getType(member.descriptor());
    for (Type each : type.getArgumentTypes()) {
      push(each, code);
    }
    int opcode = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL;
    code.visitMethodInsn(opcode, member.owner(), member.name(), member.descriptor(), false);
    int result = type.getReturnType().getSize();
    if (result > 0) {
      code.visitInsn(result == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
  }

  private static void push(Type type, MethodVisitor code) {
    switch (type.getSort()) {
      case Type.LONG -> code.visitInsn(Opcodes.LCONST_1);
      case Type.FLOAT -> code.visitInsn(Opcodes.FCONST_1);
      case Type.INT, Type.BOOLEAN -> code.visitInsn(Opcodes.ICONST_1);
      default -> {
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
      }
    }
  }

  @Test
  void classes_and_methods_it_says_no_to_stay_as_they_are() throws IOException {
    List<String> missed = new ArrayList<>();
    int classes = 0;
    int changed = 0;
    String path = System.getProperty("java.class.path");
    path = System.getProperty("surefire.test.class.path", path);
    for (String file : path.split(File.pathSeparator)) {
      if (!file.endsWith(".jar")) {
        continue;
      }
      try (JarFile jar = new JarFile(file)) {
        List<JarEntry> entries = Collections.list(jar.entries());
        for (int i = 0; i < entries.size(); i += STEP) {
          JarEntry entry = entries.get(i);
          if (entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class")) {
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            RewriteResult all = rules.rewrite(bytes, EVERYTHING);
            classes++;
            changed += all.bytes().isPresent() ? 1 : 0;
            if (!isSame(all, glancing(bytes))) {
              missed.add(entry.getName());
            }
          }
        }
      }
    }

    assertThat(missed).isEmpty();
    assertThat(changed).isGreaterThan(50 / STEP);
    assertThat(classes).isGreaterThan(10 * changed);
  }

  private RewriteResult glancing(byte[] bytes) {
    ClassFilePeek peek = ClassFilePeek.at(bytes);
    return peek.mayNeedRewriting()
        ? rules.rewrite(bytes, peek)
        : new RewriteResult.Tally().result(peek.name(), null);
  }

  private static boolean isSame(RewriteResult a, RewriteResult b) {
    return Arrays.equals(a.bytes().orElse(null), b.bytes().orElse(null))
        && a.rewritten() == b.rewritten()
        && a.leftNative().equals(b.leftNative())
        && a.slow().equals(b.slow())
        && a.problems().equals(b.problems());
  }
}
