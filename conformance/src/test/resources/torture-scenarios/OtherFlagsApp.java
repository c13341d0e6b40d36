// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Tries to take the synchronized flags of a loaded class, which nobody may, in each way. */
public final class OtherFlagsApp {

  /** Tells whether its methods hold their locks. */
  static final class Target {

    synchronized boolean own() {
      return Thread.holdsLock(this);
    }

    static synchronized boolean fixed() {
      return Thread.holdsLock(Target.class);
    }

    String call() {
      return own() + " " + fixed();
    }
  }

  /** Takes the flags from the class file that it is given. */
  private record Unlocking() implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      return c == Target.class ? ChangingAgent.unlocked(classFile) : null;
    }
  }

  private interface Change {
    void make() throws Exception;
  }

  private OtherFlagsApp() {}

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    byte[] file = OneClassLoader.fileOf(Target.class);
    byte[] unlocked = ChangingAgent.unlocked(file);
    tried("redefined", () -> redefine(unlocked));
    tried("with its own class file", () -> redefine(file));
    for (boolean again : new boolean[] {false, true}) {
      ClassFileTransformer transformer = new Unlocking();
      instrumentation.addTransformer(transformer, again);
      tried("changed while redefined", () -> redefine(file));
      tried("retransformed", () -> instrumentation.retransformClasses(Target.class));
      instrumentation.removeTransformer(transformer);
      tried("as it was", () -> redefine(file));
    }
    // While a class is defined, flags may be what they like.
    OneClassLoader loader = new OneClassLoader(Target.class.getName(), unlocked);
    var method = loader.define(null).getDeclaredMethod("fixed");
    method.setAccessible(true);
    System.out.println("OUT: defined, holds its lock " + method.invoke(null));
    System.out.println("OUT: " + Noted.flags(Target.class));
  }

  private static void redefine(byte[] file) throws Exception {
    ChangingAgent.instrumentation.redefineClasses(new ClassDefinition(Target.class, file));
  }

  private static void tried(String how, Change change) throws Exception {
    String result = "accepted";
    try {
      change.make();
    } catch (UnsupportedOperationException e) {
      result = "refused";
    }
    System.out.println("OUT: " + how + " " + result + ", holds " + new Target().call());
  }
}
