// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayDeque;
import java.util.concurrent.Callable;

/** Uses classes for the first time where the heap is full, and sees whether they lock. */
public final class ShortOfMemoryApp {
  private static ArrayDeque<byte[]> cache = new ArrayDeque<>(1 << 20);

  private ShortOfMemoryApp() {}

  public static void main(String[] args) throws Exception {
    int lost = 0;
    int size = 128;
    for (String way : FreshClasses.WAYS) {
      lost += new FreshClasses(way).make().call() ? 0 : 1;
    }
    for (int round = 0; round < 4; round++) {
      for (String way : FreshClasses.WAYS) {
        FreshClasses fresh = new FreshClasses(way);
        fill(size);
        Callable<Boolean> held = null;
        while (held == null) {
          held = orNull(fresh);
          for (int i = 0; i < 200; i++) {
            cache.poll();
          }
        }
        cache.clear();
        lost += held.call() ? 0 : 1;
        size += 77;
      }
    }
    System.out.println("OUT: lost " + lost);
  }

  private static void fill(int size) {
    try {
      while (true) {
        cache.add(new byte[size]);
      }
    } catch (OutOfMemoryError e) {
      // As intended.
    }
  }

  private static Callable<Boolean> orNull(FreshClasses fresh) {
    try {
      return fresh.make();
    } catch (ReflectiveOperationException | OutOfMemoryError | LinkageError e) {
      return null;
    }
  }
}
