// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

class PrivateLocksTest {

  private static final Pattern CLASS = Pattern.compile("(?:final |static )*class (\\w+).*");
  private static final Pattern FIELD =
      Pattern.compile(
          ".* (?:Object|StringBuilder) (\\w+)(?: = [^;]*)?; // (private lock|shared: .*)");

  record Expectation(String owner, String field, String says) {

    @Override
    public String toString() {
      return owner.substring(owner.lastIndexOf('/') + 1) + "." + field + ": " + says;
    }
  }

  static List<Expectation> expectations() throws IOException {
    List<Expectation> expectations = new ArrayList<>();
    String outer = "";
    String owner = "";
    String samples =
        Samples.source(PrivateLocksTest.class, "PrivateLockSamples")
            + Samples.source(PrivateLocksTest.class, "ReachableLockSamples");
    for (String line : samples.split("\n")) {
      Matcher type = CLASS.matcher(line.strip());
      Matcher field = FIELD.matcher(line);
      if (type.matches()) {
        boolean nested = line.startsWith(" ");
        owner = nested ? outer + "$" + type.group(1) : type.group(1);
        outer = nested ? outer : owner;
      } else if (field.matches()) {
        String internalName = Samples.folder(PrivateLocksTest.class) + "/" + owner;
        expectations.add(new Expectation(internalName, field.group(1), field.group(2)));
      }
    }
    return expectations;
  }

  private static final ClassSource SAMPLES =
      name -> {
        try {
          return Optional.of(Samples.classFile(name));
        } catch (IOException e) {
          return Optional.empty();
        }
      };

  @ParameterizedTest
  @MethodSource("expectations")
  void fields_count_as_their_comment_says(Expectation expected) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(expected.owner())).accept(node, 0);

    PrivateLocks locks = PrivateLocks.of(node, new ClassIndex(new JdkClasses(), SAMPLES));

    assertThat(node.fields).anyMatch(field -> field.name.equals(expected.field()));
    assertThat(locks.contains(expected.field())).isEqualTo(expected.says().equals("private lock"));
  }

  @Test
  void what_extends_an_unknown_class_may_be_serializable() throws IOException {
    String owner = Samples.folder(PrivateLocksTest.class) + "/HasLockBelowAnother";
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(owner)).accept(node, 0);

    ClassIndex knowing = new ClassIndex(new JdkClasses(), SAMPLES);
    ClassIndex ignorant = new ClassIndex(new JdkClasses(), ClassSource.NONE);

    assertThat(PrivateLocks.of(node, knowing).contains("extra")).isTrue();
    assertThat(PrivateLocks.of(node, ignorant).contains("extra")).isFalse();
  }

  /** Constants of an enum are written by name, so reading one cannot replace its fields. */
  private enum HasLockInEnum {
    ONE {
      @Override
      void other() {}
    };

    private final Object lock = new Object();

    void locks() {
      synchronized (lock) {
        other();
      }
    }

    abstract void other();
  }

  @Test
  void a_lock_of_an_enum_is_private() throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(HasLockInEnum.class.getName().replace('.', '/')))
        .accept(node, 0);
    // As compilers made them before there were nests.
    node.nestHostClass = null;

    assertThat(PrivateLocks.of(node, new ClassIndex(new JdkClasses(), SAMPLES)).contains("lock"))
        .isTrue();
    assertThat(HasLockInEnum.ONE).isNotNull();
  }

  /** The slot of the lock is used again between the blocks; each use is looked at once. */
  @Test
  @Timeout(600)
  void a_method_with_very_many_blocks_takes_no_time() {
    MethodNode method = new MethodNode(0, "locks", "()V", null, null);
    for (int i = 0; i < 1200; i++) {
      addBlock(method);
    }
    method.visitInsn(Opcodes.RETURN);
    ClassNode node = new ClassNode();
    node.name = "app/Many";
    node.superName = "java/lang/Object";
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    node.fields.add(new FieldNode(access, "lock", "Ljava/lang/Object;", null, null));
    node.methods.add(method);

    assertThat(PrivateLocks.of(node, new ClassIndex(new JdkClasses(), SAMPLES)).contains("lock"))
        .isTrue();
  }

  /** {@code synchronized (lock) { this.hashCode(); } Object other = this; other.hashCode();} */
  private static void addBlock(MethodNode method) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label after = new Label();
    method.visitTryCatchBlock(start, end, handler, null);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitFieldInsn(Opcodes.GETFIELD, "app/Many", "lock", "Ljava/lang/Object;");
    method.visitInsn(Opcodes.DUP);
    method.visitVarInsn(Opcodes.ASTORE, 1);
    method.visitInsn(Opcodes.MONITORENTER);
    method.visitLabel(start);
    use(method, 0);
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitInsn(Opcodes.MONITOREXIT);
    method.visitLabel(end);
    method.visitJumpInsn(Opcodes.GOTO, after);
    method.visitLabel(handler);
    method.visitVarInsn(Opcodes.ASTORE, 2);
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitInsn(Opcodes.MONITOREXIT);
    method.visitVarInsn(Opcodes.ALOAD, 2);
    method.visitInsn(Opcodes.ATHROW);
    method.visitLabel(after);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitVarInsn(Opcodes.ASTORE, 1);
    use(method, 1);
  }

  private static void use(MethodNode method, int slot) {
    method.visitVarInsn(Opcodes.ALOAD, slot);
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
    method.visitInsn(Opcodes.POP);
  }
}
