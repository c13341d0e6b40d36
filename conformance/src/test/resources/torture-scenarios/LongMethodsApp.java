// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.NOP;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Constructor;
import java.security.ProtectionDomain;
import java.util.concurrent.Callable;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * Loads and redefines methods of many lengths: the JVM does not compile those of more than 8 000
 * bytes, nor does it take any of more than 65 535, so that what a method may grow by differs.
 */
public final class LongMethodsApp {
  private static final byte[] FILE = OneClassLoader.fileOf(ChangedLong.class);

  /** With one method that is made longer. */
  public static final class ChangedLong implements Callable<String> {
    synchronized boolean padded() {
      notifyAll();
      return Thread.holdsLock(this);
    }

    synchronized boolean probed() {
      return Thread.holdsLock(this);
    }

    static synchronized boolean fixed() {
      return Thread.holdsLock(ChangedLong.class);
    }

    void changed() {}

    @Override
    public String call() {
      changed();
      return padded() + " " + probed() + " " + fixed();
    }
  }

  /** The class file with that many bytes more in a method. */
  private static byte[] padded(int more) {
    return ChangingAgent.edited(
        FILE,
        next ->
            new ClassVisitor(ASM9, next) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, type, signature, exceptions);
                return name.equals("padded") ? padded(method, more) : method;
              }
            });
  }

  private static MethodVisitor padded(MethodVisitor next, int more) {
    return new MethodVisitor(ASM9, next) {
      @Override
      public void visitCode() {
        super.visitCode();
        for (int i = 0; i < more; i++) {
          super.visitInsn(NOP);
        }
      }
    };
  }

  /** Another agent, which has a method of its own. */
  private record Padding(int more) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      return c != null && c.getName().equals(ChangedLong.class.getName()) ? padded(more) : null;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int loaded : new int[] {0, 7_985, 8_000, 65_525}) {
      OneClassLoader loader = new OneClassLoader(ChangedLong.class.getName(), padded(loaded));
      Class<?> type = loader.loadClass(ChangedLong.class.getName());
      Constructor<?> constructor = type.getConstructor();
      Callable<?> made = (Callable<?>) constructor.newInstance();
      System.out.println("OUT: " + loaded + ": " + made.call() + Noted.taken());
      ChangingAgent.instrumentation.retransformClasses(type);
      System.out.println("OUT: retransformed: " + made.call() + Noted.taken());
      for (int redefined : new int[] {7_985, 10, 65_500, 8_000, loaded}) {
        byte[] file = padded(redefined);
        loader.setFile(file);
        ChangingAgent.instrumentation.redefineClasses(new ClassDefinition(type, file));
        System.out.println("OUT: to " + redefined + ": " + made.call() + Noted.taken());
      }
      for (int retransformed : new int[] {7_985, 10, 65_500, 8_000}) {
        Padding padding = new Padding(retransformed);
        ChangingAgent.instrumentation.addTransformer(padding, true);
        ChangingAgent.instrumentation.retransformClasses(type);
        ChangingAgent.instrumentation.removeTransformer(padding);
        System.out.println("OUT: as " + retransformed + ": " + made.call() + Noted.taken());
      }
      System.out.println("OUT: " + Noted.flags(type));
    }
  }
}
