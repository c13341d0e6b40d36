// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.zip.CRC32;
import net.bytebuddy.jar.asm.ClassReader;

/** A transformer that loads another class, before one that looks at what it is shown. */
public final class NestedTransformersApp {

  /** Has a lock, so that it is rewritten. */
  static final class Shown {
    synchronized boolean held() {
      return Thread.holdsLock(this);
    }
  }

  /** Has no lock, so that it stays as it is. */
  static final class Plain {}

  /** Is loaded while {@link Shown} is defined. */
  static final class Nested {
    static synchronized boolean held() {
      return Thread.holdsLock(Nested.class);
    }
  }

  /** Is loaded while {@link Plain} is defined. */
  static final class Other {
    static synchronized boolean held() {
      return Thread.holdsLock(Other.class);
    }
  }

  private record Loading(String type, String other) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      if (type.equals(name)) {
        try {
          Class.forName(other, true, loader);
        } catch (ClassNotFoundException e) {
          throw new IllegalStateException(e);
        }
      }
      return null;
    }
  }

  private record Seeing(String type) implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] classFile) {
      if (type.equals(name)) {
        CRC32 sum = new CRC32();
        sum.update(classFile);
        System.out.println(
            "OUT: sees " + new ClassReader(classFile).getClassName() + " " + sum.getValue());
      }
      return null;
    }
  }

  private NestedTransformersApp() {}

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    String shown = "scenario/NestedTransformersApp$Shown";
    String plain = "scenario/NestedTransformersApp$Plain";
    instrumentation.addTransformer(
        new Loading(shown, "scenario.NestedTransformersApp$Nested"), false);
    instrumentation.addTransformer(
        new Loading(plain, "scenario.NestedTransformersApp$Other"), false);
    for (boolean again : new boolean[] {false, true}) {
      instrumentation.addTransformer(new Seeing(shown), again);
      instrumentation.addTransformer(new Seeing(plain), again);
    }
    new Plain();
    System.out.println("OUT: " + new Shown().held() + " " + Nested.held() + " " + Other.held());
  }
}
