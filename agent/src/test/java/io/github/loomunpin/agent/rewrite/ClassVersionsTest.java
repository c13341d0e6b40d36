// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.OddClass.LOCK;
import static io.github.loomunpin.agent.rewrite.OddClass.NAME;
import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Programs;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** Class files of all versions mean what they meant. */
class ClassVersionsTest {

  private static final String LOCK_TO_VOID = "(" + LOCK + ")V";

  static IntStream versions() {
    return IntStream.concat(IntStream.of(Opcodes.V1_1), IntStream.rangeClosed(46, 65));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void every_class_file_version_is_rewritten(int version) {
    byte[] odd =
        OddClass.of(version)
            .method(0, "block", LOCK_TO_VOID, OddClass::block)
            .method(Opcodes.ACC_SYNCHRONIZED, "flagged", LOCK_TO_VOID, OddClass::block)
            .bytes();

    int major = rewriting(odd).verifies().rewritesSites(3).tree().version & 0xFFFF;

    assertThat(major).isEqualTo(version & 0xFFFF);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void static_synchronized_methods_raise_old_versions_to_49(int version) {
    int access = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC;
    byte[] odd =
        OddClass.of(version).method(access, "flagged", "()V", code -> code.visitInsn(177)).bytes();

    int major = rewriting(odd).verifies().tree().version & 0xFFFF;

    assertThat(major).isEqualTo(Math.max(version & 0xFFFF, 49));
  }

  /** Which the JVM refuses from version 49, in whatever method. */
  @Test
  void old_versions_may_name_a_variable_twice() {
    int access = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC;
    byte[] odd =
        OddClass.of(Opcodes.V1_4)
            .method(access, "flagged", "(I)V", ClassVersionsTest::nameVariableTwice)
            .method(Opcodes.ACC_STATIC, "other", "(I)V", ClassVersionsTest::nameVariableTwice)
            .bytes();

    assertThat(rewriting(odd).verifies().tree().methods)
        .filteredOn(method -> method.desc.equals("(I)V"))
        .hasSize(2)
        .allSatisfy(method -> assertThat(method.localVariables).hasSize(2));
  }

  /** Which the JVM does not look at before version 49, and refuses then. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_3, Opcodes.V1_4})
  void old_versions_may_have_flags_of_annotations_enums_and_bridges(int version) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_ANNOTATION;
    int interfaceAccess = Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, access, NAME, null, "java/lang/Object", null);
    writer.visitInnerClass(NAME + "$A", NAME, "A", Opcodes.ACC_ANNOTATION);
    writer.visitInnerClass(NAME + "$B", NAME, "B", interfaceAccess | Opcodes.ACC_ENUM);
    writer.visitInnerClass(NAME + "$C", NAME, "C", interfaceAccess | Opcodes.ACC_SUPER);
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_BRIDGE, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    int flags = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
    MethodVisitor method = writer.visitMethod(flags, "fixed", "()V", null, null);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    byte[] odd = writer.toByteArray();
    new Programs(Map.of(NAME, odd)).verified(NAME);

    rewriting(odd).verifies().rewritesSites(1);
  }

  private static void nameVariableTwice(MethodVisitor code) {
    Label start = new Label();
    Label inside = new Label();
    Label end = new Label();
    code.visitLabel(start);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(inside);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(end);
    code.visitLocalVariable("i", "I", null, start, end, 0);
    code.visitLocalVariable("i", "I", null, start, end, 0);
    code.visitLocalVariable("i", "I", null, inside, end, 0);
  }

  @Test
  void version_50_without_frames_still_fails_over_to_the_old_verifier() {
    byte[] odd =
        OddClass.withoutFrames(Opcodes.V1_6)
            .method(0, "block", LOCK_TO_VOID, OddClass::block)
            .method(Opcodes.ACC_SYNCHRONIZED, "flagged", LOCK_TO_VOID, OddClass::block)
            .bytes();

    rewriting(odd).verifies();
  }

  @Test
  void a_class_of_version_48_means_the_same_as_one_of_version_49() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String signature = "Ljava/lang/Object;Ljava/lang/Comparable<Ljava/lang/String;>;";
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
    String[] interfaces = {"java/lang/Comparable"};
    writer.visit(Opcodes.V1_4, access, NAME, signature, "java/lang/Object", interfaces);
    writer.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    int flags = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;
    MethodVisitor none = writer.visitMethod(flags, "none", "()V", "<T:>()V", null);
    none.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    none.visitEnd();
    FieldVisitor field = writer.visitField(0, "field", "I", "TT;", null);
    field.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    field.visitEnd();
    int fixed = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
    MethodVisitor method = writer.visitMethod(fixed, "fixed", "()V", "<T:>()V", null);
    method.visitAnnotation("Ljava/lang/Deprecated;", true).visitEnd();
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();

    ClassNode tree = rewriting(writer.toByteArray()).rewritesSites(1).tree();

    assertThat(tree.version).isEqualTo(Opcodes.V1_5);
    assertThat(tree.signature).isNull();
    assertThat(tree.visibleAnnotations).isNull();
    assertThat(tree.fields.get(0).signature).isNull();
    assertThat(tree.fields.get(0).visibleAnnotations).isNull();
    assertThat(tree.methods)
        .allSatisfy(
            each -> {
              assertThat(each.signature).isNull();
              assertThat(each.visibleAnnotations).isNull();
              assertThat(each.access & Opcodes.ACC_SYNCHRONIZED).isZero();
            });
  }
}
