// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ALOAD;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.MONITORENTER;
import static net.bytebuddy.jar.asm.Opcodes.MONITOREXIT;
import static net.bytebuddy.jar.asm.Opcodes.RETURN;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;

/** Has another class loaded, and gives it a monitor. */
final class EarlyMonitors implements ClassFileTransformer {

  /** By another agent, which has the class loaded. */
  static void load(Instrumentation instrumentation) {
    instrumentation.addTransformer(new EarlyMonitors(), false);
    try {
      Class.forName("scenario.EarlySite", true, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    EarlyLoads.OBJECTS.add(new EarlySite());
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
    return "scenario/EarlySite".equals(name)
        ? ChangingAgent.edited(classFile, Adding::new)
        : null;
  }

  private static final class Adding extends ClassVisitor {
    Adding(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      if (!name.equals("run")) {
        return next;
      }
      return new MethodVisitor(ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitVarInsn(ALOAD, 0);
          super.visitInsn(MONITORENTER);
        }

        @Override
        public void visitInsn(int opcode) {
          if (opcode == RETURN) {
            super.visitVarInsn(ALOAD, 0);
            super.visitInsn(MONITOREXIT);
          }
          super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
          super.visitMaxs(Math.max(1, stack), locals);
        }
      };
    }
  }
}
