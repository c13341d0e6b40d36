// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Torture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes that the JVM refuses to verify. */
final class VerificationScenarios {
  private static final String RESULT = "io/github/loomunpin/agent/rewrite/RewriteResult.class";
  private static final String BROKEN = "scenario/RefusedApp$Broken.class";

  private VerificationScenarios() {}

  @Torture(
      shows =
          "a class that does not verify after it was rewritten is named and counted, once, and"
              + " strict=true stops the JVM",
      note = "The agent's jar is changed so that it rewrites one class wrongly.",
      oracle = Oracle.ASSERTIONS)
  static String rewrittenClassThatIsRefused(Lab lab) throws Exception {
    onlyWhereTheClassPathIsRead(lab);
    Path classes = lab.compile("classes", List.of(), Lab.source("RefusedApp.java"));
    Path agent = brokenAgent(lab);
    String output = run(lab, agent, "strict=false,report=" + lab.directory(), classes, 0);
    require(output, "OUT: shown refused\nOUT: shown refused\nOUT: hidden refused\n");
    require(output, "RefusedApp$Broken cannot be used, because the JVM does not verify what");
    require(Files.readString(report(lab)), "does not verify what the agent made of it");
    output = run(lab, agent, "strict=true", classes, 1);
    require(output, "stopping the VM, because strict=true");
    return "";
  }

  @Torture(
      shows = "a class that does not verify without the agent either is not the agent's fault",
      note = "With strict=true.")
  static String classThatIsRefusedAnyway(Lab lab) throws Exception {
    onlyWhereTheClassPathIsRead(lab);
    Path classes = lab.compile("classes", List.of(), Lab.source("RefusedApp.java"));
    Path file = classes.resolve(BROKEN);
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(
        file,
        text.replace("(Ljava/lang/Object;)V", "(Ljava/lang/Thread;)V"),
        StandardCharsets.ISO_8859_1);
    return lab.java("anyway").classPath(List.of(classes)).main("scenario.RefusedApp").run();
  }

  @Torture(
      shows = "a program may try class files that the JVM refuses, damaged ones and newer ones",
      note = "With strict=true.")
  static String classFilesThatTheJvmRefuses(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("MalformedApp.java"));
    return lab.java("malformed").classPath(List.of(classes)).main("scenario.MalformedApp").run();
  }

  private static void onlyWhereTheClassPathIsRead(Lab lab) throws NotApplicable {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("the agent reads no class files from the class path of this JDK");
    }
  }

  private static Path report(Lab lab) throws IOException {
    try (var files = Files.list(lab.directory())) {
      return files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    }
  }

  private static String run(Lab lab, Path agent, String options, Path classes, int expected)
      throws Exception {
    JavaRun run =
        lab.java("exit" + expected)
            .agents(0)
            .options("-javaagent:" + agent + "=" + options)
            .classPath(List.of(classes))
            .main("scenario.RefusedApp", "hidden");
    return run.runTo(expected);
  }

  private static void require(String output, String expected) {
    if (!output.replaceAll("(?m)^\\[loom-unpin.*\n", "").contains(expected)
        && !output.contains(expected)) {
      throw new AssertionError("lacks " + expected + "\n" + output);
    }
  }

  /** The agent, but with {@code Breaking} for the class files that it makes. */
  private static Path brokenAgent(Lab lab) throws IOException {
    Path breaking = lab.compile("breaking", List.of(), Lab.source("Breaking.java"));
    Path agent = Files.copy(Settings.agentJar(), lab.directory().resolve("loom-unpin.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(agent)) {
      Path target = jar.getPath("scenario/Breaking.class");
      Files.createDirectories(target.getParent());
      Files.copy(breaking.resolve("scenario/Breaking.class"), target);
      Path result = jar.getPath(RESULT);
      Files.write(result, breakingOnCreation(Files.readAllBytes(result)));
    }
    return agent;
  }

  private static byte[] breakingOnCreation(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("<init>") ? new Break(next) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  /** {@code bytes = Breaking.broken(bytes)} at the beginning; the name is the parameter before. */
  private static final class Break extends MethodVisitor {

    Break(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ALOAD, 2);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "scenario/Breaking",
          "broken",
          "(Ljava/util/Optional;)Ljava/util/Optional;",
          false);
      super.visitVarInsn(Opcodes.ASTORE, 2);
    }
  }
}
