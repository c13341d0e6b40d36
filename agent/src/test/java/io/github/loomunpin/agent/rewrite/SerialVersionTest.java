// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** The JVM computes the same serialVersionUID for a class before and after the rewrite. */
class SerialVersionTest {

  private static final String NAME = "odd/Serial";
  private static final String SERIALIZABLE = "java/io/Serializable";
  private static final int CLASSES = 400;

  private static final int[] CLASS_FLAGS = {
    Opcodes.ACC_PUBLIC, 0, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, Opcodes.ACC_FINAL
  };
  private static final int[] MEMBER_FLAGS = {
    0,
    Opcodes.ACC_PUBLIC,
    Opcodes.ACC_PROTECTED,
    Opcodes.ACC_PRIVATE,
    Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
    Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
    Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL,
  };
  private static final String[][] INTERFACES = {
    {SERIALIZABLE},
    {"java/io/Externalizable"},
    {"java/lang/Runnable", SERIALIZABLE, "java/lang/Comparable"},
    {"java/util/List"},
    {}
  };
  private static final String[] SUPERCLASSES = {
    "java/lang/Object", "java/util/ArrayList", "java/lang/Number", "java/util/HashMap"
  };

  private static byte[] randomClass(Random random) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21,
        pick(CLASS_FLAGS, random) | Opcodes.ACC_SUPER,
        NAME,
        null,
        SUPERCLASSES[random.nextInt(SUPERCLASSES.length)],
        INTERFACES[random.nextInt(INTERFACES.length)]);
    for (int i = random.nextInt(4); i > 0; i--) {
      int access = pick(MEMBER_FLAGS, random) | (random.nextBoolean() ? Opcodes.ACC_TRANSIENT : 0);
      writer.visitField(access, "field" + i, random.nextBoolean() ? "I" : "[[J", null, null);
    }
    if (random.nextBoolean()) {
      method(writer, Opcodes.ACC_STATIC, "<clinit>");
    }
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int flag = random.nextInt(3) > 0 ? Opcodes.ACC_SYNCHRONIZED : 0;
      int isNative = random.nextInt(5) == 0 ? Opcodes.ACC_NATIVE : 0;
      method(writer, pick(MEMBER_FLAGS, random) | flag | isNative, "method" + i);
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static int pick(int[] flags, Random random) {
    return flags[random.nextInt(flags.length)];
  }

  private static void method(ClassWriter writer, int access, String name) {
    MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
    if ((access & Opcodes.ACC_NATIVE) == 0) {
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 1);
    }
    method.visitEnd();
  }

  private static long serialVersion(byte[] classFile) {
    ObjectStreamClass stream =
        ObjectStreamClass.lookupAny(new Programs(Map.of(NAME, classFile)).verified(NAME));
    return stream.getSerialVersionUID();
  }

  @Test
  void serial_version_of_any_class_stays() {
    Random random = new Random(7);
    List<String> changed = new ArrayList<>();
    int declared = 0;
    for (int i = 0; i < CLASSES; i++) {
      byte[] original = randomClass(random);
      Rewritten rewritten = rewriting(original).isValid();
      if (serialVersion(rewritten.bytes()) != serialVersion(original)) {
        changed.add(HexFormat.of().formatHex(original));
      }
      declared +=
          rewritten.tree().fields.stream().anyMatch(f -> f.name.startsWith("serial")) ? 1 : 0;
    }

    assertThat(changed).isEmpty();
    assertThat(declared).isBetween(CLASSES / 4, CLASSES - CLASSES / 10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"java/lang/Object", "java/lang/Enum", "java/lang/Record", "odd/PerhapsSerial"})
  void field_is_added_only_where_it_counts(String superName) {
    ClassWriter writer = new ClassWriter(0);
    int enumFlag = superName.endsWith("Enum") ? Opcodes.ACC_ENUM : 0;
    writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC | enumFlag, NAME, null, superName, null);
    method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "method");
    writer.visitEnd();

    // Of a class that cannot be found nobody knows whether it is serializable.
    assertThat(rewriting(writer.toByteArray()).tree().fields)
        .hasSize(superName.equals("odd/PerhapsSerial") ? 1 : 0);
  }

  @Test
  void declared_field_stays() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_PUBLIC,
        NAME,
        null,
        "java/lang/Object",
        new String[] {SERIALIZABLE});
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(access, "serialVersionUID", "J", null, 5L).visitEnd();
    method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "method");
    writer.visitEnd();

    Rewritten rewritten = rewriting(writer.toByteArray()).verifies();

    assertThat(rewritten.tree().fields).hasSize(1);
    assertThat(serialVersion(rewritten.bytes())).isEqualTo(5);
  }

  @Test
  void flag_that_does_not_count_adds_no_field() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_PUBLIC,
        NAME,
        null,
        "java/lang/Object",
        new String[] {SERIALIZABLE});
    method(writer, Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNCHRONIZED, "method");
    writer.visitEnd();

    assertThat(rewriting(writer.toByteArray()).verifies().tree().fields).isEmpty();
  }

  /** The flag of an enum says nothing: the JVM looks for the superclass. */
  @Test
  void class_that_only_says_it_is_an_enum_keeps_its_version() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_ENUM,
        NAME,
        null,
        "java/lang/Object",
        new String[] {SERIALIZABLE});
    method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "method");
    writer.visitEnd();
    byte[] original = writer.toByteArray();

    assertThat(serialVersion(rewriting(original).verifies().bytes()))
        .isEqualTo(serialVersion(original));
  }

  /** A loader that prefers its own class may have a serializable one of that name. */
  @Test
  void class_below_one_that_may_be_shadowed_keeps_its_version() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21, Opcodes.ACC_PUBLIC, NAME, null, "org/xml/sax/helpers/DefaultHandler", null);
    method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "method");
    writer.visitEnd();
    ClassNode node = new ClassNode();
    new ClassReader(writer.toByteArray()).accept(node, 0);

    assertThat(SerialVersion.toDeclare(writer.toByteArray(), node, index(false))).isEmpty();
    assertThat(SerialVersion.toDeclare(writer.toByteArray(), node, index(true))).isPresent();
  }

  private static ClassIndex index(boolean mayShadowJdk) {
    return new ClassIndex(
        new JdkClasses(),
        new ClassSource() {
          @Override
          public Optional<byte[]> bytes(String internalName) {
            return Optional.empty();
          }

          @Override
          public boolean mayShadowJdk() {
            return mayShadowJdk;
          }
        });
  }
}
