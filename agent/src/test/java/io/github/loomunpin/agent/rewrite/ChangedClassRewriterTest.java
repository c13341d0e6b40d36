// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What another agent has changed is rewritten again, and nothing else. */
class ChangedClassRewriterTest {

  private static final String NAME = "app/Changed";
  private static final Set<String> UNFLAGGED = Set.of("locked()V");

  private static ModeRules modes() {
    return new Rules(Map.of(NAME, original()), Set.of()).modes();
  }

  private static byte[] rewritten() {
    return new ClassRewriter(modes()).rewrite(original()).bytes().orElseThrow();
  }

  /** A class with a synchronized method and one that is not. */
  private static byte[] original() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    for (String name : List.of("locked", "free")) {
      int flag = name.equals("locked") ? Opcodes.ACC_SYNCHRONIZED : 0;
      MethodVisitor method = writer.visitMethod(flag, name, "()V", null, null);
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** As the other agent has seen the flags. */
  private static byte[] shown(byte[] classFile) {
    return changed(classFile, node -> method(node, "locked").access |= Opcodes.ACC_SYNCHRONIZED);
  }

  private static byte[] changed(byte[] classFile, Consumer<ClassNode> change) {
    ClassNode node = read(classFile);
    change.accept(node);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    return node;
  }

  private static MethodNode method(ClassNode node, String name) {
    return node.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  private static Optional<byte[]> again(byte[] before, byte[] after, boolean isLoaded) {
    return new ChangedClassRewriter(
            modes(), new DefinedShape(UNFLAGGED, UNFLAGGED, Set.of(), isLoaded))
        .rewrite(before, shown(after))
        .bytes();
  }

  private static long enters(MethodNode method) {
    long enters = 0;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof MethodInsnNode call && call.name.equals("enter")) {
        enters++;
      }
    }
    return enters;
  }

  private static boolean hasMonitor(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn.getOpcode() == Opcodes.MONITORENTER) {
        return true;
      }
    }
    return false;
  }

  @Test
  void in_a_class_that_is_the_same_flags_are_cleared_only() {
    byte[] before = rewritten();

    MethodNode locked = method(read(again(before, before, true).orElseThrow()), "locked");

    assertThat(locked.access & Opcodes.ACC_SYNCHRONIZED).isZero();
    assertThat(enters(locked)).isEqualTo(1);
  }

  @Test
  void a_method_from_which_another_agent_takes_the_flag_gets_no_lock() {
    byte[] before = rewritten();
    byte[] after =
        changed(
            before,
            node -> {
              method(node, "locked").instructions.clear();
              method(node, "locked").instructions.add(new InsnNode(Opcodes.RETURN));
              method(node, "locked").tryCatchBlocks.clear();
            });

    assertThat(
            new ChangedClassRewriter(
                    modes(), new DefinedShape(UNFLAGGED, UNFLAGGED, Set.of(), false))
                .rewrite(before, after)
                .bytes())
        .isEmpty();
  }

  @Test
  void a_changed_method_that_was_synchronized_gets_its_lock_around_all_of_it() {
    byte[] before = rewritten();
    byte[] after =
        changed(
            before, node -> method(node, "locked").instructions.insert(new InsnNode(Opcodes.NOP)));

    byte[] result = again(before, after, true).orElseThrow();

    assertThat(enters(method(read(before), "locked"))).isEqualTo(1);
    assertThat(enters(method(read(result), "locked"))).isEqualTo(2);
    assertThat(enters(method(read(result), "free"))).isZero();
  }

  @Test
  void monitors_and_calls_that_were_put_in_are_rewritten() {
    byte[] before = rewritten();
    byte[] after =
        changed(
            before,
            node -> {
              MethodNode free = method(node, "free");
              for (int opcode : new int[] {Opcodes.MONITOREXIT, Opcodes.MONITORENTER}) {
                free.instructions.insert(new InsnNode(opcode));
                free.instructions.insert(new VarInsnNode(Opcodes.ALOAD, 0));
              }
              MethodNode locked = method(node, "locked");
              locked.instructions.insert(
                  new MethodInsnNode(
                      Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notifyAll", "()V", false));
              locked.instructions.insert(new VarInsnNode(Opcodes.ALOAD, 0));
            });

    ClassNode result = read(again(before, after, true).orElseThrow());

    assertThat(enters(method(result, "free"))).isEqualTo(1);
    assertThat(hasMonitor(method(result, "free"))).isFalse();
    for (AbstractInsnNode insn : method(result, "locked").instructions) {
      assertThat(insn instanceof MethodInsnNode call && call.name.equals("notifyAll")).isFalse();
    }
  }

  @Test
  void a_new_synchronized_method_is_rewritten_only_while_the_class_is_defined() {
    byte[] before = rewritten();
    byte[] after =
        changed(
            before,
            node -> {
              MethodNode added =
                  new MethodNode(Opcodes.ACC_SYNCHRONIZED, "added", "()V", null, null);
              added.instructions.add(new InsnNode(Opcodes.RETURN));
              node.methods.add(added);
            });

    MethodNode defined = method(read(again(before, after, false).orElseThrow()), "added");

    assertThat(defined.access & Opcodes.ACC_SYNCHRONIZED).isZero();
    assertThat(enters(defined)).isEqualTo(1);
    MethodNode loaded = method(read(again(before, after, true).orElseThrow()), "added");
    assertThat(loaded.access & Opcodes.ACC_SYNCHRONIZED).isNotZero();
  }

  @Test
  void code_is_the_same_whatever_its_constants_and_labels_are() {
    MethodNode one = method(read(rewritten()), "locked");
    MethodNode other =
        method(
            read(changed(rewritten(), node -> node.visitField(0, "f", "J", null, null))), "locked");

    assertThat(ChangedClassRewriter.CodeComparison.isSame(one, other)).isTrue();
    other.instructions.insert(new VarInsnNode(Opcodes.ALOAD, 0));
    assertThat(ChangedClassRewriter.CodeComparison.isSame(one, other)).isFalse();
  }

  /** An agent with a prefix of its own makes two methods of a native one. */
  @Test
  void what_was_native_gets_no_prefix_if_another_agent_has_put_code_there() {
    byte[] original = withNative(original());
    byte[] before = new ClassRewriter(modes()).rewrite(original).bytes().orElseThrow();
    byte[] after =
        changed(
            original(),
            node ->
                node.methods.add(
                    new MethodNode(Opcodes.ACC_NATIVE, "w_locked", "()V", null, null)));
    DefinedShape shape = new DefinedShape(UNFLAGGED, UNFLAGGED, UNFLAGGED, false);

    assertThat(names(before)).contains(MovedMethods.PREFIX + "locked");
    assertThat(names(new ClassRewriter(modes(), shape).rewrite(after).bytes().orElseThrow()))
        .containsExactly("locked", "free", "w_locked");
    assertThat(
            names(
                new ChangedClassRewriter(modes(), shape)
                    .rewrite(before, after)
                    .bytes()
                    .orElseThrow()))
        .containsExactly("locked", "free", "w_locked");
    // One that still is native gets it as before.
    assertThat(names(new ClassRewriter(modes(), shape).rewrite(original).bytes().orElseThrow()))
        .contains(MovedMethods.PREFIX + "locked");
  }

  /** With a native method in the place of the synchronized one. */
  private static byte[] withNative(byte[] classFile) {
    return changed(
        classFile,
        node -> {
          node.methods.remove(method(node, "locked"));
          int flags = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE;
          node.methods.add(0, new MethodNode(flags, "locked", "()V", null, null));
        });
  }

  private static List<String> names(byte[] classFile) {
    return read(classFile).methods.stream().map(method -> method.name).toList();
  }
}
