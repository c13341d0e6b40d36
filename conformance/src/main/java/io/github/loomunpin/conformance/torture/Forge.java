// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes classes that no Java compiler would write. */
public final class Forge {
  private static final int PUBLIC_STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  private final ClassWriter writer;
  private final String internalName;

  /** A public class of the given version with the given super class. */
  public Forge(int version, String internalName, String superName) {
    int compute = version % 0x10000 > Opcodes.V1_6 ? ClassWriter.COMPUTE_FRAMES : 0;
    this.writer = new ClassWriter(compute | ClassWriter.COMPUTE_MAXS);
    this.internalName = internalName;
    writer.visit(
        version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, internalName, null, superName, null);
  }

  /** A Java 8 class under Object. */
  public Forge(String simpleName) {
    this(
        Opcodes.V1_8,
        "io/github/loomunpin/conformance/torture/forged/" + simpleName,
        "java/lang/Object");
  }

  public ClassWriter writer() {
    return writer;
  }

  public String internalName() {
    return internalName;
  }

  /** Adds a method; the code must end every path itself. */
  public Forge method(int access, String name, String descriptor, Consumer<MethodVisitor> code) {
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
    return this;
  }

  public Forge staticMethod(String name, String descriptor, Consumer<MethodVisitor> code) {
    return method(PUBLIC_STATIC, name, descriptor, code);
  }

  /** Adds a method "exit" that frees the lock of its argument, whoever has taken it. */
  public Forge exitMethod() {
    return staticMethod(
        "exit",
        "(Ljava/lang/Object;)V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** Adds a public constructor without parameters. */
  public Forge constructor(String superName) {
    return method(
        Opcodes.ACC_PUBLIC,
        "<init>",
        "()V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  public byte[] bytes() {
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Loads the class in a loader of its own. */
  public Class<?> load() {
    String name = internalName.replace('/', '.');
    try {
      return Class.forName(name, true, new BytesLoader(Map.of(name, bytes())));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A handle, which throws what the method throws, on a public method of a forged class. */
  public static MethodHandle handle(Class<?> c, String name) {
    try {
      for (Method method : c.getMethods()) {
        if (method.getName().equals(name)) {
          return MethodHandles.publicLookup().unreflect(method);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalArgumentException("no public method " + name + " in " + c);
  }

  /** Emits a call of {@link Runnable#run} on the object on the stack. */
  public static void run(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
  }
}
