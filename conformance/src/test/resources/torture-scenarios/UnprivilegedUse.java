// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Vector;

/** Locks objects of many kinds, some of classes that are loaded only here. */
public class UnprivilegedUse implements Runnable {

  static class Own {}

  static class OwnVector extends Vector<String> {}

  interface Kind {}

  static class OfKind implements Kind {
    synchronized void tell() {
      notifyAll();
    }
  }

  @Override
  public void run() {
    for (Object o :
        List.of(
            this,
            new Object(),
            new Own(),
            Own.class,
            String.class,
            new OwnVector(),
            new Vector<String>(),
            "text",
            new int[1],
            Optional.empty(),
            new ArrayList<String>(),
            List.of(),
            Thread.currentThread(),
            (Runnable) () -> {},
            new OfKind())) {
      use(o);
    }
    new OfKind().tell();
    contend();
  }

  private static void use(Object o) {
    try {
      synchronized (o) {
        o.notifyAll();
        o.wait(1);
        if (!Thread.holdsLock(o)) {
          throw new IllegalStateException("not held");
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      System.out.println("OUT: " + o.getClass() + " " + e);
    }
  }

  private static void contend() {
    int[] count = new int[1];
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  synchronized (count) {
                    int before = count[0];
                    if (i % 64 == 0) {
                      Thread.yield();
                    }
                    count[0] = before + 1;
                  }
                }
              }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    System.out.println("OUT: counted " + count[0]);
  }
}
