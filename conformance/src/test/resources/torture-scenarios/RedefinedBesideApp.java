// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassDefinition;
import java.nio.charset.StandardCharsets;

/** Redefines and retransforms a class that another agent changes as well. */
public final class RedefinedBesideApp {
  public static void main(String[] args) throws Exception {
    Changed target = new Changed();
    System.out.println("OUT: loaded, " + target.call());
    byte[] file = OneClassLoader.fileOf(Changed.class);
    redefine(file);
    System.out.println("OUT: same class file, " + target.call());
    synchronized (target) {
      redefine(replaced(file));
      System.out.println("OUT: held " + Thread.holdsLock(target) + target.held());
    }
    System.out.println("OUT: changed body, " + target.call());
    ChangingAgent.instrumentation.retransformClasses(Changed.class);
    System.out.println("OUT: retransformed, " + target.call());
    redefine(file);
    System.out.println("OUT: as it was, " + target.call() + ", " + new Changed().call());
    System.out.println("OUT: " + Noted.flags(Changed.class));
  }

  private static void redefine(byte[] file) throws Exception {
    ChangingAgent.instrumentation.redefineClasses(new ClassDefinition(Changed.class, file));
  }

  /** The class with another text of the same length in its constant pool. */
  private static byte[] replaced(byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.replace("original", "modified").getBytes(StandardCharsets.ISO_8859_1);
  }
}
