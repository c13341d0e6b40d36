// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ACC_ABSTRACT;
import static net.bytebuddy.jar.asm.Opcodes.ACC_STATIC;
import static net.bytebuddy.jar.asm.Opcodes.ACC_SYNCHRONIZED;
import static net.bytebuddy.jar.asm.Opcodes.ALOAD;
import static net.bytebuddy.jar.asm.Opcodes.ARETURN;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESTATIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * Another agent, which changes classes whose simple names begin with Changed.
 *
 * <p>Its arguments: {@code change} has the methods {@code changed} and {@code probed} note what
 * they hold, {@code disk} makes the same of the class file that the loader has, whatever the agent
 * is given, and {@code dispatch} has another thread run the methods {@code dispatched}. With {@code
 * retransform} the agent sees classes again that are retransformed, with {@code load} it has a
 * thread that loads classes, and with {@code site} it gives one a monitor.
 */
public final class ChangingAgent implements ClassFileTransformer {
  static Instrumentation instrumentation;

  private final List<String> how;

  private ChangingAgent(List<String> how) {
    this.how = how;
  }

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
    List<String> how = List.of(arguments.split("[+]"));
    if (how.contains("load")) {
      EarlyLoads.begin();
    }
    if (how.contains("site")) {
      EarlyMonitors.load(given);
    }
    given.addTransformer(new ChangingAgent(how), how.contains("retransform"));
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
    // Who defines a class need not name it.
    String own = name == null ? new ClassReader(classFile).getClassName() : name;
    if (!own.matches("scenario/(.*[$])?Changed[A-Za-z]*")) {
      return null;
    }
    byte[] from = how.contains("disk") ? onDisk(loader, own) : classFile;
    return edited(from, how.contains("dispatch") ? Dispatching::new : Noting::new);
  }

  private static byte[] onDisk(ClassLoader loader, String name) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A class file after one visitor. */
  static byte[] edited(byte[] classFile, UnaryOperator<ClassVisitor> edit) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(edit.apply(writer), 0);
    return writer.toByteArray();
  }

  /** The class file without the flag of its synchronized methods. */
  static byte[] unlocked(byte[] classFile) {
    return edited(
        classFile,
        next ->
            new ClassVisitor(ASM9, next) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return super.visitMethod(
                    access & ~ACC_SYNCHRONIZED, name, type, signature, exceptions);
              }
            });
  }

  private static final class Noting extends ClassVisitor {

    Noting(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      boolean isChanged = name.equals("changed") || name.equals("probed");
      if (!isChanged || (access & (ACC_STATIC | ACC_ABSTRACT)) != 0) {
        return next;
      }
      return new MethodVisitor(ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitVarInsn(ALOAD, 0);
          super.visitLdcInsn(name);
          super.visitMethodInsn(
              INVOKESTATIC,
              "scenario/Noted",
              "holds",
              "(Ljava/lang/Object;Ljava/lang/String;)V",
              false);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
          super.visitMaxs(Math.max(2, stack), locals);
        }
      };
    }
  }

  private static final class Dispatching extends ClassVisitor {

    Dispatching(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      if (!name.equals("dispatched")) {
        return super.visitMethod(access, name, type, signature, exceptions);
      }
      // If the lock were held here, the other thread could never run the body.
      MethodVisitor instead =
          super.visitMethod(access & ~ACC_SYNCHRONIZED, name, type, signature, exceptions);
      instead.visitCode();
      instead.visitVarInsn(ALOAD, 0);
      instead.visitMethodInsn(
          INVOKESTATIC,
          "scenario/DispatchedApp",
          "elsewhere",
          "(Ljava/lang/Object;)Ljava/lang/String;",
          false);
      instead.visitInsn(ARETURN);
      instead.visitMaxs(1, 1);
      instead.visitEnd();
      return super.visitMethod(access, name + "Elsewhere", type, signature, exceptions);
    }
  }
}
