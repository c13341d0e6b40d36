// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;

/** Defines classes without success, twice, at the same time, and without a name. */
public final class DefinitionsApp {
  private static final String SUB = "scenario.DefinitionsApp$ChangedSub";
  private static final byte[] FILE = OneClassLoader.fileOf(ChangedSub.class);

  /** Missing at first. */
  public static class Super {}

  /** What is defined. */
  public static class ChangedSub extends Super implements Callable<Boolean> {
    @Override
    public Boolean call() {
      probed();
      return held();
    }

    synchronized boolean held() {
      notifyAll();
      return Thread.holdsLock(this);
    }

    synchronized void probed() {}

    void changed() {}
  }

  public static void main(String[] args) throws Exception {
    again();
    twice();
    atTheSameTime();
    tell("without a name", new OneClassLoader(SUB, FILE).define(null));
  }

  private static void again() throws Exception {
    OneClassLoader loader = new OneClassLoader(SUB, FILE);
    loader.setMissing(Super.class.getName());
    try {
      loader.loadClass(SUB);
    } catch (NoClassDefFoundError e) {
      System.out.println("OUT: " + e);
    }
    loader.setMissing("");
    tell("tried again", loader.loadClass(SUB));
  }

  private static void twice() throws Exception {
    OneClassLoader loader = new OneClassLoader(SUB, FILE);
    Class<?> first = loader.define(SUB);
    loader.setFile(ChangingAgent.unlocked(FILE));
    try {
      loader.define(SUB);
    } catch (LinkageError e) {
      System.out.println("OUT: " + e.getClass());
    }
    tell("refused", first);
    loader.setFile(FILE);
    ChangingAgent.instrumentation.retransformClasses(first);
    tell("retransformed", first);
  }

  private static void atTheSameTime() throws Exception {
    int unlocked = 0;
    for (int round = 0; round < 300; round++) {
      OneClassLoader loader = new OneClassLoader(SUB, FILE);
      CyclicBarrier start = new CyclicBarrier(2);
      Thread[] threads = new Thread[2];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = Thread.ofPlatform().start(() -> define(loader, start));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      Callable<?> made = made(loader.known());
      if (!made.call().equals(true)) {
        unlocked++;
      }
    }
    Noted.taken();
    System.out.println("OUT: at the same time, unlocked " + unlocked);
  }

  /** The JVM lets one of the threads win, and tells the others. */
  private static void define(OneClassLoader loader, CyclicBarrier start) {
    try {
      start.await();
      loader.define(SUB);
    } catch (LinkageError e) {
      // The other one was first.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Callable<?> made(Class<?> type) throws Exception {
    return (Callable<?>) type.getConstructor().newInstance();
  }

  private static void tell(String what, Class<?> type) throws Exception {
    System.out.println("OUT: " + what + ", held " + made(type).call() + ", " + Noted.taken());
    System.out.println("OUT: " + Noted.flags(type));
  }
}
