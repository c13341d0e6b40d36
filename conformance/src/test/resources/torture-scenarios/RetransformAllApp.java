// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;

/** Retransforms every class it can with an agent that changes nothing, and one that copies. */
public final class RetransformAllApp {
  public static void main(String[] args) throws Exception {
    Cell cell = new Cell();
    class Listed extends Vector<String> {
      synchronized boolean addTwice(String text) {
        return add(text) && add(text);
      }
    }
    Listed listed = new Listed();
    System.out.println("OUT: " + cell.exercise() + listed.addTwice("x"));
    Instrumentation instrumentation = Holder.instrumentation;
    AtomicInteger seen = new AtomicInteger();
    ClassFileTransformer copying =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] bytes) {
            if (redefined == null || loader == null && redefined != Object.class) {
              return null;
            }
            seen.incrementAndGet();
            return bytes.clone();
          }
        };
    instrumentation.addTransformer(copying, true);
    TreeSet<String> failures = new TreeSet<>();
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(c) && !c.isHidden() && c.getClassLoader() != null) {
        try {
          instrumentation.retransformClasses(c);
        } catch (Throwable e) {
          failures.add(c.getName() + ": " + e);
        }
      }
    }
    System.out.println("OUT: failures " + failures + ", seen " + (seen.get() > 3));
    System.out.println("OUT: " + cell.exercise() + listed.addTwice("y") + listed.size());
    instrumentation.retransformClasses(Object.class);
    System.out.println("OUT: reflection " + reachesNotify(cell));
  }

  /** Redefining Object makes the JDK forget its methods, and the agent's with them. */
  private static boolean reachesNotify(Object lock) throws Exception {
    for (int attempts = 0; attempts < 1000; attempts++) {
      try {
        synchronized (lock) {
          Object.class.getMethod("notify").invoke(lock);
          return true;
        }
      } catch (InvocationTargetException e) {
        Thread.sleep(10);
      }
    }
    return false;
  }
}
