// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.jar.asm.Opcodes.ASM9;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.concurrent.Callable;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;

/** Transformers that give the JVM whatever they may. */
public final class TransformersApp {
  private static final String NAME = Answered.class.getName();
  private static final byte[] FILE = OneClassLoader.fileOf(Answered.class);

  /** What they are asked about. */
  public static final class Answered implements Callable<String> {
    @Override
    public synchronized String call() {
      return Thread.holdsLock(this) + " AAAA";
    }

    static synchronized void fixed() {}

    synchronized void removed() {}
  }

  private interface Answer {
    byte[] to(byte[] classFile) throws IllegalClassFormatException;
  }

  private record Answering(Answer answer) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile)
        throws IllegalClassFormatException {
      return NAME.replace('.', '/').equals(name) ? answer.to(classFile) : null;
    }
  }

  public static void main(String[] args) throws Exception {
    for (boolean again : new boolean[] {false, true}) {
      System.out.println("OUT: again " + again);
      tell("same array", again, file -> file);
      tell("copy", again, byte[]::clone);
      tell("edited in place", again, file -> replaced(file, file));
      tell("edited in a copy", again, file -> replaced(file, file.clone()));
      tell("edited in place for nobody", again, file -> noneAfter(replaced(file, file)));
      tell("empty", again, file -> new byte[0]);
      tell("garbage", again, file -> new byte[] {1, 2, 3});
      tell("truncated", again, file -> Arrays.copyOf(file, file.length - 3));
      tell("longer", again, file -> Arrays.copyOf(file, file.length + 3));
      tell("exception", again, file -> fail(new IllegalClassFormatException("expected")));
      tell("error", again, file -> fail(new StackOverflowError("expected")));
      tell("other name", again, file -> ChangingAgent.edited(file, Renaming::new));
      tell("method removed", again, file -> ChangingAgent.edited(file, Removing::new));
    }
    tell("unlocked", false, ChangingAgent::unlocked);
  }

  private static void tell(String what, boolean again, Answer answer) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    Answering transformer = new Answering(answer);
    instrumentation.addTransformer(transformer, again);
    String outcome = "";
    try {
      Class<?> type = new OneClassLoader(NAME, FILE.clone()).loadClass(NAME);
      Callable<?> made = (Callable<?>) type.getConstructor().newInstance();
      outcome += made.call();
      instrumentation.retransformClasses(type);
      outcome += ", retransformed " + made.call();
      instrumentation.redefineClasses(new ClassDefinition(type, FILE));
      outcome += ", redefined " + made.call() + " " + Noted.flags(type);
    } catch (LinkageError | UnsupportedOperationException e) {
      outcome += e;
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    System.out.println("OUT: " + what + ": " + outcome);
  }

  /** Writes another text of the same length into the constant pool. */
  private static byte[] replaced(byte[] from, byte[] into) {
    String text = new String(from, StandardCharsets.ISO_8859_1).replace("AAAA", "BBBB");
    System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, into, 0, into.length);
    return into;
  }

  private static byte[] noneAfter(byte[] edited) {
    return null;
  }

  private static byte[] fail(IllegalClassFormatException e) throws IllegalClassFormatException {
    throw e;
  }

  private static byte[] fail(Error e) {
    throw e;
  }

  private static final class Renaming extends ClassVisitor {

    Renaming(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      super.visit(version, access, "scenario/Renamed", signature, superName, interfaces);
    }
  }

  private static final class Removing extends ClassVisitor {

    Removing(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      return name.equals("removed")
          ? null
          : super.visitMethod(access, name, type, signature, exceptions);
    }
  }
}
