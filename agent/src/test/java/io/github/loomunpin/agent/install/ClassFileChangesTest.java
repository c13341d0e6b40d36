// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.TraceClassVisitor;

/** The changes that are made without ASM, as ASM sees them. */
class ClassFileChangesTest {

  private static byte[] jdkClass(String name) throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  private static String text(byte[] classFile) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
    return text.toString();
  }

  @Test
  void the_calls_that_define_classes_are_redirected_and_nothing_else_changes() throws Exception {
    int calls = 0;
    for (String name :
        IntStream.range(0, 9)
            .mapToObj(i -> i == 0 ? "java/lang/ClassLoader" : "java/lang/System$" + i)
            .toList()) {
      byte[] before = jdkClass(name);
      if (before.length == 0) {
        continue;
      }
      DefinitionCalls redirected =
          new DefinitionCalls(before, "java/lang/ClassLoader", "java/lang/Other");

      assertThat(text(redirected.classFile()))
          .isEqualTo(
              text(before)
                  .replace(
                      "INVOKESTATIC java/lang/ClassLoader.defineClass",
                      "INVOKESTATIC java/lang/Other.defineClass"));
      calls += redirected.count();
    }
    assertThat(calls).as("calls of the native methods, in this JDK").isEqualTo(4);
  }

  @Test
  void only_methods_that_claim_stack_are_widened() throws Exception {
    String name = "io/github/loomunpin/agent/runtime/UnpinStackRoom";
    byte[] before;
    try (InputStream in = getClass().getResourceAsStream("/" + name + ".class")) {
      before = in.readAllBytes();
    }
    ClassNode narrow = new ClassNode();
    ClassNode wide = new ClassNode();
    new ClassReader(before).accept(narrow, 0);
    new ClassReader(StackMargin.add(before)).accept(wide, 0);
    int widened = 0;
    for (int i = 0; i < narrow.methods.size(); i++) {
      MethodNode method = narrow.methods.get(i);
      MethodNode after = wide.methods.get(i);
      int more =
          switch (method.name) {
            case "margin" -> after.maxStack - method.maxStack - 600;
            case "room" -> after.maxLocals - method.maxLocals - 1536;
            case "offer" -> after.maxLocals - method.maxLocals - 16 * 1024;
            case "rewrite" -> after.maxLocals - method.maxLocals - 24 * 1024;
            default -> 1;
          };
      widened += more == 0 ? 1 : 0;
      after.maxStack = more == 0 ? method.maxStack : after.maxStack;
      after.maxLocals = more == 0 ? method.maxLocals : after.maxLocals;
    }
    StringWriter text = new StringWriter();
    wide.accept(new TraceClassVisitor(new PrintWriter(text)));

    assertThat(widened).isEqualTo(4);
    assertThat(text.toString()).isEqualTo(text(before));
  }
}
