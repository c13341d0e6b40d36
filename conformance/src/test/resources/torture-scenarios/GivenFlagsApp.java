// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ACC_SYNCHRONIZED;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.Attribute;
import net.bytebuddy.jar.asm.ByteVector;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;

/** Uses classes one of whose methods another agent has made synchronized when they were defined. */
public final class GivenFlagsApp {

  /** Its flag is given by a transformer that is asked again when the class is retransformed. */
  static class Again {
    boolean given() {
      return Thread.holdsLock(this);
    }

    synchronized boolean own() {
      return Thread.holdsLock(this);
    }
  }

  /** Its flag is given by one that is not. */
  static final class Once extends Again {
    @Override
    boolean given() {
      return Thread.holdsLock(this);
    }
  }

  /** Makes the method given of one class synchronized. */
  private record Giving(String type) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      return name.equals(type) ? ChangingAgent.edited(classFile, Flagging::new) : null;
    }
  }

  private static final class Flagging extends ClassVisitor {
    Flagging(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      int flag = name.equals("given") ? ACC_SYNCHRONIZED : 0;
      return super.visitMethod(access | flag, name, type, signature, exceptions);
    }
  }

  /** Adds a class to the constant pool, and loads one, which is rewritten meanwhile. */
  private record Looking() implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      if (!name.startsWith("scenario/GivenFlagsApp$")) {
        return null;
      }
      return ChangingAgent.edited(
          classFile,
          next ->
              new ClassVisitor(ASM9, next) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String method, String type, String signature, String[] exceptions) {
                  if (method.equals("given")) {
                    System.out.println("OUT: sees " + ((access & ACC_SYNCHRONIZED) != 0));
                  }
                  return super.visitMethod(access, method, type, signature, exceptions);
                }

                @Override
                public void visitEnd() {
                  visitAttribute(new Mark());
                  super.visitEnd();
                }
              });
    }
  }

  /** Makes the class file another one. */
  private static final class Mark extends Attribute {
    Mark() {
      super("scenario.Mark");
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
      return new ByteVector();
    }
  }

  private GivenFlagsApp() {}

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    instrumentation.addTransformer(new Giving("scenario/GivenFlagsApp$Again"), true);
    instrumentation.addTransformer(new Giving("scenario/GivenFlagsApp$Once"), false);
    tell("defined");
    instrumentation.retransformClasses(Again.class, Once.class);
    tell("retransformed");
    ClassFileTransformer looking = new Looking();
    instrumentation.addTransformer(looking, true);
    instrumentation.retransformClasses(Again.class, Once.class);
    tell("changed by one more");
    instrumentation.removeTransformer(looking);
    for (Class<?> type : new Class<?>[] {Again.class, Once.class}) {
      instrumentation.redefineClasses(
          new ClassDefinition(type, OneClassLoader.fileOf(type)));
    }
    tell("redefined");
  }

  private static void tell(String how) {
    for (Again object : new Again[] {new Again(), new Once()}) {
      System.out.println("OUT: " + how + ", holds " + object.given() + " " + object.own());
    }
    System.out.println("OUT: " + Noted.flags(Again.class) + Noted.flags(Once.class));
  }
}
