// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.OddClass.LOCK;
import static io.github.loomunpin.agent.rewrite.OddClass.NAME;
import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls and handles of wait and notify in forms that javac does not make. */
class OddCallsTest {

  @Test
  void wait_is_found_whatever_its_owner_and_opcode() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(
                0,
                "calls",
                "([ILjava/util/List;Lodd/Odd;)V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "[I", "wait", "()V", false);
                  code.visitVarInsn(Opcodes.ALOAD, 2);
                  code.visitMethodInsn(
                      Opcodes.INVOKEINTERFACE, "java/util/List", "notify", "()V", true);
                  code.visitVarInsn(Opcodes.ALOAD, 3);
                  code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "notifyAll", "()V", false);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL, "java/lang/Object", "notifyAll", "()V", false);
                  code.visitInsn(Opcodes.RETURN);
                })
            .method(Opcodes.ACC_STATIC, "wait", "(J)Z", OddCallsTest::returnTrue)
            .method(
                0,
                "others",
                "()V",
                code -> {
                  code.visitInsn(Opcodes.LCONST_1);
                  code.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, "wait", "(J)Z", false);
                  code.visitInsn(Opcodes.POP);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd).verifies().rewritesSites(4).changesOnly("calls");
  }

  @Test
  void private_methods_of_the_same_name_are_called_as_they_are() {
    byte[] odd =
        OddClass.of(Opcodes.V1_8)
            .method(Opcodes.ACC_PRIVATE, "notify", "()V", code -> code.visitInsn(Opcodes.RETURN))
            .method(
                0,
                "own",
                "()V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "notify", "()V", false);
                  code.visitInsn(Opcodes.RETURN);
                })
            .method(
                0,
                "ofObject",
                "()V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false);
                  code.visitInsn(Opcodes.RETURN);
                })
            .bytes();

    rewriting(odd).verifies().rewritesSites(1).changesOnly("ofObject");
  }

  private static void returnTrue(MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
  }

  @Test
  void method_handles_in_constants_are_rewritten_if_their_type_stays() {
    Handle wait = new Handle(Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "wait", "(J)V", false);
    Handle own = new Handle(Opcodes.H_INVOKEVIRTUAL, NAME, "notify", "()V", false);
    Handle invoke =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/ConstantBootstraps",
            "invoke",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
            false);
    byte[] odd =
        OddClass.of(Opcodes.V21)
            .method(0, "plain", "()V", code -> constant(code, wait))
            .method(0, "own", "()V", code -> constant(code, own))
            .method(0, "type", "()V", code -> constant(code, Type.getMethodType("(I)V")))
            .method(
                0,
                "dynamic",
                "()V",
                code -> constant(code, new ConstantDynamic("x", LOCK, invoke, wait, 1L)))
            .bytes();

    RewriteResult result = rewriting(odd).isValid().changesOnly("plain", "dynamic").result();

    assertThat(result.rewritten()).isEqualTo(2);
    assertThat(result.problems()).containsExactly("own()V: a method handle of odd/Odd.notify");
  }

  @Test
  void method_handles_of_private_methods_of_the_same_name_stay() {
    Handle own = new Handle(Opcodes.H_INVOKEVIRTUAL, NAME, "notify", "()V", false);
    byte[] odd =
        OddClass.of(Opcodes.V21)
            .method(Opcodes.ACC_PRIVATE, "notify", "()V", code -> code.visitInsn(Opcodes.RETURN))
            .method(0, "constant", "()V", code -> constant(code, own))
            .method(0, "lambda", "()V", code -> lambda(code, NAME, own))
            .method(
                0,
                "ofObject",
                "()V",
                code ->
                    lambda(
                        code,
                        "java/lang/Object",
                        new Handle(
                            Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false)))
            .bytes();

    rewriting(odd).verifies().rewritesSites(1).changesOnly("ofObject");
  }

  /** Makes a Runnable of this object and the method. */
  private static void lambda(MethodVisitor code, String receiver, Handle method) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInvokeDynamicInsn(
        "run",
        "(L" + receiver + ";)Ljava/lang/Runnable;",
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/CallSite;",
            false),
        Type.getMethodType("()V"),
        method,
        Type.getMethodType("()V"));
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
  }

  private static byte[] asks(String owner) {
    return asks(Opcodes.V21, owner);
  }

  private static byte[] asks(int version, String owner) {
    return OddClass.of(version)
        .method(
            Opcodes.ACC_STATIC,
            "asks",
            "(" + LOCK + ")Z",
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitMethodInsn(
                  Opcodes.INVOKESTATIC, owner, "holdsLock", "(" + LOCK + ")Z", false);
              code.visitInsn(Opcodes.IRETURN);
            })
        .bytes();
  }

  private static byte[] thread(String name, String superName, boolean hides) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name, null, superName, null);
    if (hides) {
      MethodVisitor code =
          writer.visitMethod(
              Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "holdsLock", "(" + LOCK + ")Z", null, null);
      code.visitCode();
      returnTrue(code);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void holds_lock_of_a_subclass_is_that_of_thread_unless_a_class_between_hides_it() {
    Rules rules =
        new Rules(
            Map.of(
                "odd/Worker", thread("odd/Worker", "java/lang/Thread", false),
                "odd/Hiding", thread("odd/Hiding", "odd/Worker", true),
                "odd/Below", thread("odd/Below", "odd/Hiding", false)),
            Set.of());

    assertThat(rules.rewrite(asks("odd/Worker")).rewritten()).isEqualTo(1);
    assertThat(rules.rewrite(asks("odd/Hiding")).rewritten()).isZero();
    assertThat(rules.rewrite(asks("odd/Below")).rewritten()).isZero();
    assertThat(rules.rewrite(asks("odd/Below")).problems()).isEmpty();
    assertThat(rules.rewrite(asksByHandle("odd/Worker")).rewritten()).isEqualTo(1);
    assertThat(rules.rewrite(asksByHandle("odd/Below")).bytes()).isEmpty();
  }

  private static byte[] asksByHandle(String owner) {
    Handle handle =
        new Handle(Opcodes.H_INVOKESTATIC, owner, "holdsLock", "(" + LOCK + ")Z", false);
    return OddClass.of(Opcodes.V21)
        .method(0, "asks", "()V", code -> constant(code, handle))
        .bytes();
  }

  @Test
  void holds_lock_of_a_class_that_may_extend_thread_is_what_the_jvm_resolves() {
    byte[] orphan = thread("odd/Orphan", "no/such/Class", false);
    Rules rules = new Rules(Map.of("odd/Orphan", orphan), Set.of());
    RewriteResult result = rules.rewrite(asks("odd/Orphan"));
    String problem = "odd.Orphan.holdsLock, which may be Thread's";

    assertThat(result.problems()).isEmpty();
    assertThat(bootstraps(result.bytes().orElseThrow()))
        .containsExactly(RuntimeCalls.HANDLE_LOOKUP + ".resolved of odd/Orphan.holdsLock");
    // Class files of that version have no dynamic calls.
    assertThat(rules.rewrite(asks(Opcodes.V1_6, "odd/Orphan")).bytes()).isEmpty();
    assertThat(rules.rewrite(asks(Opcodes.V1_6, "odd/Orphan")).problems())
        .containsExactly("asks(" + LOCK + ")Z: " + problem);
    assertThat(rules.rewrite(asksByHandle("odd/Orphan")).problems())
        .containsExactly("asks()V: " + problem);
  }

  private static List<String> bootstraps(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    List<String> found = new ArrayList<>();
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
          Handle of = (Handle) dynamic.bsmArgs[0];
          found.add(
              dynamic.bsm.getOwner()
                  + "."
                  + dynamic.bsm.getName()
                  + " of "
                  + of.getOwner()
                  + "."
                  + of.getName());
        }
      }
    }
    return found;
  }

  private static void constant(MethodVisitor code, Object constant) {
    code.visitLdcInsn(constant);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
  }
}
