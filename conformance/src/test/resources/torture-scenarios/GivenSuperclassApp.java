// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESPECIAL;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Hashtable;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * Another agent gives classes a superclass that the JDK locks while they are defined, as AspectJ
 * does for {@code declare parents}.
 */
public final class GivenSuperclassApp {

  private static final String GIVEN = "scenario/GivenSuperclassApp$Table";

  /** What is given. */
  static class Table extends Hashtable<String, String> {
    private static final long serialVersionUID = 1;
  }

  /** Has the superclass only when it is loaded. */
  static class Locking {
    synchronized String uses() throws InterruptedException {
      notifyAll();
      wait(1);
      return "holds " + Thread.holdsLock(this);
    }

    /** Whether a method of the superclass has to wait for this lock. */
    synchronized boolean keepsOutPut() throws InterruptedException {
      Object given = this;
      @SuppressWarnings("unchecked")
      Map<String, String> map = (Map<String, String>) given;
      return keepsOut(() -> map.put("key", "value"));
    }
  }

  /** The same without a monitor in its class file. */
  static class Plain {}

  private static boolean keepsOut(Runnable enters) throws InterruptedException {
    Thread thread = new Thread(enters);
    thread.setDaemon(true);
    thread.start();
    while (thread.getState() != Thread.State.BLOCKED) {
      if (!thread.isAlive()) {
        return false;
      }
      Thread.sleep(1);
    }
    return true;
  }

  /** This class is rewritten before it is known what those objects are. */
  private static void locksFromOutside(Locking locking, Plain plain) {
    synchronized (locking) {
      synchronized (plain) {
        System.out.println("locked");
      }
    }
  }

  private static final class Giving extends ClassVisitor {
    Giving(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] above) {
      super.visit(version, access, name, signature, GIVEN, above);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      return new MethodVisitor(ASM9, next) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String descriptor, boolean isInterface) {
          boolean isSuper = opcode == INVOKESPECIAL && owner.equals("java/lang/Object");
          super.visitMethodInsn(opcode, isSuper ? GIVEN : owner, called, descriptor, isInterface);
        }
      };
    }
  }

  public static void main(String[] arguments) throws Exception {
    ChangingAgent.instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] file) {
            return name.matches("scenario/GivenSuperclassApp[$](Locking|Plain)")
                ? ChangingAgent.edited(file, Giving::new)
                : null;
          }
        });
    Locking locking = new Locking();
    Plain plain = new Plain();
    System.out.println("OUT: " + Locking.class.getSuperclass() + " " + Plain.class.getSuperclass());
    System.out.println("OUT: " + locking.uses());
    System.out.println("OUT: put is kept out: " + locking.keepsOutPut());
    locksFromOutside(locking, plain);
  }
}
