// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkImage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class BlockingCallsTest {

  private static final int FIRST_MAJOR = 44;

  private final BlockingCalls catalogue = BlockingCalls.load();
  private final ClassIndex jdk = new ClassIndex(new JdkClasses(), ClassSource.NONE);

  @Test
  void each_line_is_a_method_of_every_jdk_that_it_claims() {
    for (JdkImage image : JdkImage.all()) {
      int release = new ClassReader(bytes(image, "java/lang/Object")).readUnsignedShort(6);
      List<BlockingCall> missing = new ArrayList<>();
      for (BlockingCall line : catalogue.lines()) {
        if (line.isIn(release - FIRST_MAJOR) != isIn(image, line)) {
          missing.add(line);
        }
      }
      assertThat(missing).as(image.toString()).isEmpty();
    }
  }

  private static boolean isIn(JdkImage image, BlockingCall line) {
    Set<String> seen = new HashSet<>();
    List<String> work = new ArrayList<>(List.of(line.owner()));
    while (!work.isEmpty()) {
      String name = work.remove(work.size() - 1);
      Optional<byte[]> bytes = image.bytes(name);
      if (bytes.isPresent() && seen.add(name)) {
        ClassReader reader = new ClassReader(bytes.get());
        if (declares(reader, line)) {
          return true;
        }
        if (reader.getSuperName() != null) {
          work.add(reader.getSuperName());
        }
        work.addAll(List.of(reader.getInterfaces()));
      }
    }
    return false;
  }

  private static boolean declares(ClassReader reader, BlockingCall line) {
    boolean[] found = {false};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            found[0] |= name.equals(line.method()) && line.takes(descriptor);
            return null;
          }
        },
        ClassReader.SKIP_CODE);
    return found[0];
  }

  private static byte[] bytes(JdkImage image, String name) {
    return image.bytes(name).orElseThrow();
  }

  @Test
  void no_line_stands_twice() {
    Set<String> seen = new HashSet<>();
    for (BlockingCall line : catalogue.lines()) {
      String signature = line.owner() + "." + line.method() + "(" + line.parameters() + ")";
      assertThat(seen.add(signature)).as(signature).isTrue();
    }
  }

  @Test
  void a_line_of_a_class_holds_for_its_subclasses() {
    assertThat(kind("java/util/concurrent/SynchronousQueue", "take", "()Ljava/lang/Object;"))
        .contains(BlockingKind.PARK);
    assertThat(kind("java/util/concurrent/locks/ReentrantLock", "lock", "()V"))
        .contains(BlockingKind.LOCK);
    assertThat(kind("java/io/BufferedInputStream", "read", "()I")).contains(BlockingKind.STREAM);
  }

  @Test
  void a_line_of_a_subclass_holds_before_that_of_the_class() {
    assertThat(kind("java/io/FileInputStream", "read", "([B)I")).contains(BlockingKind.FILE);
    assertThat(kind("java/io/ByteArrayInputStream", "read", "()I")).contains(BlockingKind.NONE);
  }

  @Test
  void overloads_are_told_apart() {
    assertThat(kind("java/util/concurrent/BlockingQueue", "poll", "()Ljava/lang/Object;"))
        .isEmpty();
    assertThat(
            kind(
                "java/util/concurrent/BlockingQueue",
                "poll",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;"))
        .contains(BlockingKind.PARK);
  }

  @Test
  void what_is_not_in_the_catalogue_does_not_block() {
    assertThat(kind("java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"))
        .isEmpty();
    assertThat(kind("not/there/Type", "read", "()I")).isEmpty();
  }

  private Optional<BlockingKind> kind(String owner, String method, String descriptor) {
    return catalogue.find(owner, method, descriptor, jdk).map(BlockingCall::kind);
  }

  @Test
  void a_line_has_a_signature_a_kind_releases_and_a_source() {
    BlockingCall line =
        BlockingCalls.parse("a.B$C.m(int,java.lang.String[]) SOCKET? 21-23 JEP 1\n# no line")
            .lines()
            .get(0);
    assertThat(line)
        .isEqualTo(
            new BlockingCall(
                "a/B$C", "m", "I[Ljava/lang/String;", BlockingKind.SOCKET, false, 21, 23, "JEP 1"));
    assertThat(line.isIn(24)).isFalse();
    assertThatThrownBy(() -> BlockingCalls.parse("a.B.m() SOCKET"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a.B.m() SOCKET");
  }
}
