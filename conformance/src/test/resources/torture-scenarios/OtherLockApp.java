// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.GETFIELD;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;

/** Retransforms a class to one in which the same blocks lock another variable. */
public final class OtherLockApp {

  /** Is locked by the JDK as well, which only its own class file tells. */
  public static final class Jdk extends Vector<String> {
    private static final long serialVersionUID = 1;
  }

  /** Has blocks that lock what the JDK may lock, and one that locks what is its own. */
  public static final class Locking {
    private final Vector<String> byType = new Vector<>();
    private final Jdk bySupertype = new Jdk();
    private final Object byValue = new Vector<String>();
    private final Object own = new Object();
    private int count;

    private String step() {
      int before = count;
      if ((before & 15) == 0) {
        Thread.yield();
      }
      count = before + 1;
      return "%s %s %s %s, "
          .formatted(
              Thread.holdsLock(byType),
              Thread.holdsLock(bySupertype),
              Thread.holdsLock(byValue),
              Thread.holdsLock(own));
    }

    String type() {
      synchronized (byType) {
        return step();
      }
    }

    String supertype() {
      synchronized (bySupertype) {
        return step();
      }
    }

    String value() {
      Object lock = byValue;
      synchronized (lock) {
        lock.notifyAll();
        return step();
      }
    }

    String own() {
      synchronized (own) {
        own.notifyAll();
        return step();
      }
    }

    String held() {
      return type() + supertype() + value() + own();
    }

    /** All is counted only if all methods lock the same object. */
    int counted() throws InterruptedException {
      count = 0;
      List<Thread> threads = new ArrayList<>();
      for (Runnable way : List.<Runnable>of(this::type, this::supertype, this::value, this::own)) {
        Runnable counting =
            () -> {
              for (int i = 0; i < 300; i++) {
                way.run();
              }
            };
        threads.add(Thread.ofVirtual().start(counting));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      return count;
    }
  }

  /** Has all blocks lock one field. */
  private record Exchange(String field, String type) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      if (c != Locking.class) {
        return null;
      }
      // Fields of other types are other types in frames, too.
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
      new ClassReader(classFile).accept(new Exchanging(writer, this), 0);
      return writer.toByteArray();
    }
  }

  private static final class Exchanging extends ClassVisitor {
    private static final List<String> METHODS = List.of("type", "supertype", "value", "own");

    private final Exchange exchange;

    Exchanging(ClassVisitor next, Exchange exchange) {
      super(ASM9, next);
      this.exchange = exchange;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, type, signature, exceptions);
      if (!METHODS.contains(method)) {
        return next;
      }
      return new MethodVisitor(ASM9, next) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          boolean isRead = opcode == GETFIELD;
          super.visitFieldInsn(
              opcode, owner, isRead ? exchange.field : field, isRead ? exchange.type : type);
        }
      };
    }
  }

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    Locking locking = new Locking();
    System.out.println("OUT: " + locking.held());
    for (Exchange exchange :
        List.of(
            new Exchange("own", "Ljava/lang/Object;"),
            new Exchange("bySupertype", "Lscenario/OtherLockApp$Jdk;"),
            new Exchange("byValue", "Ljava/lang/Object;"))) {
      instrumentation.addTransformer(exchange, true);
      instrumentation.retransformClasses(Locking.class);
      instrumentation.removeTransformer(exchange);
      System.out.println("OUT: " + exchange.field() + ": " + locking.held() + locking.counted());
    }
    instrumentation.retransformClasses(Locking.class);
    System.out.println("OUT: " + locking.held());
  }
}
