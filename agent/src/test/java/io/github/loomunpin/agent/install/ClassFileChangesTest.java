// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.install.RedirectedCalls.Redirection;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.TraceClassVisitor;

/** The changes that are made without ASM, as ASM sees them. */
class ClassFileChangesTest {

  private static byte[] jdkClass(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  private static String text(byte[] classFile) {
    return text(classFile, 0);
  }

  private static String text(byte[] classFile, int flags) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile).accept(new TraceClassVisitor(new PrintWriter(text)), flags);
    return text.toString();
  }

  private static String codeOf(byte[] classFile) {
    return text(classFile, ClassReader.SKIP_DEBUG);
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
      RedirectedCalls redirected =
          new RedirectedCalls(
              before,
              new Redirection(
                  "java/lang/ClassLoader",
                  Set.of("defineClass0", "defineClass1", "defineClass2"),
                  "java/lang/Other",
                  Optional.empty()));

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
  void a_call_of_an_interface_becomes_one_that_gets_the_receiver() throws Exception {
    byte[] before = jdkClass("sun/instrument/TransformerManager");

    RedirectedCalls redirected =
        new RedirectedCalls(
            before,
            new Redirection(
                "java/lang/instrument/ClassFileTransformer",
                Set.of("transform"),
                "java/lang/Other",
                Optional.of("Ljava/lang/Object;")));

    assertThat(redirected.count()).isEqualTo(1);
    assertThat(text(redirected.classFile()))
        .isEqualTo(
            text(before)
                .replaceAll(
                    "INVOKEINTERFACE java/lang/instrument/ClassFileTransformer.transform"
                        + " .(.*) .itf.",
                    "INVOKESTATIC java/lang/Other.transform (Ljava/lang/Object;$1\n"
                        + "    NOP\n    NOP"));
  }

  @Test
  void a_message_is_passed_on_as_asm_would_have_it() throws Exception {
    byte[] before = jdkClass("java/lang/VerifyError");

    byte[] after = MessageHook.in(before, "java/lang/Other").orElseThrow();

    String passing =
        "    ALOAD 1\n"
            + "    INVOKESTATIC java/lang/Other.notVerified (Ljava/lang/String;)V\n"
            + "    RETURN\n";
    assertThat(codeOf(after)).containsOnlyOnce(passing);
    assertThat(codeOf(after).replace(passing, "    RETURN\n")).isEqualTo(codeOf(before));
    assertThat(codeOf(after)).isEqualTo(codeOf(MessageHook.ByAsm.in(before, "java/lang/Other")));
    assertThat(text(after).lines().filter(line -> line.contains("LINENUMBER")))
        .containsExactlyElementsOf(
            text(before).lines().filter(line -> line.contains("LINENUMBER")).toList());
    // Once it is changed it is not of the known form any more.
    assertThat(MessageHook.in(after, "java/lang/Other")).isEmpty();
    assertThat(codeOf(MessageHook.ByAsm.in(after, "java/lang/Another")))
        .contains("java/lang/Other.notVerified", "java/lang/Another.notVerified");
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
            case "margin" -> after.maxLocals - method.maxLocals - 768;
            case "room" -> after.maxLocals - method.maxLocals - 1536;
            case "offer" -> after.maxLocals - method.maxLocals - 16 * 1024;
            case "rewrite" -> after.maxLocals - method.maxLocals - 24 * 1024;
            default -> 1;
          };
      widened += more == 0 ? 1 : 0;
      after.maxLocals = more == 0 ? method.maxLocals : after.maxLocals;
    }
    StringWriter text = new StringWriter();
    wide.accept(new TraceClassVisitor(new PrintWriter(text)));

    assertThat(widened).isEqualTo(4);
    assertThat(text.toString()).isEqualTo(text(before));
  }
}
