// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.List;
import java.util.concurrent.Callable;

/** Uses classes for the first time where hardly any stack is left, and sees whether they lock. */
public final class ShortOfStackApp {
  private static final int ENOUGH = 21;

  private static int lost;
  private static int made;

  private ShortOfStackApp() {}

  public static void main(String[] args) throws Exception {
    for (String way : FreshClasses.WAYS) {
      check(new FreshClasses(way).make());
    }
    for (String way : FreshClasses.WAYS) {
      made = 0;
      for (int frame = 0; frame < 2; frame++) {
        boolean wide = frame == 1;
        for (Thread.Builder kind : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
          FreshClasses fresh = new FreshClasses(way);
          run(kind.unstarted(() -> check(wide ? deepWide(fresh, 1, 2, 3) : deep(fresh))));
        }
      }
      System.out.println("OUT: at the end of the stack, " + way + " " + (made == 4));
      made = 0;
      // How large a stack must be depends on what is compiled by then.
      for (long size = 64 << 10; made < ENOUGH; size += 16 << 10) {
        FreshClasses fresh = new FreshClasses(way);
        run(new Thread(null, () -> check(orNull(fresh)), "small", size));
      }
      System.out.println("OUT: on small stacks, " + way + " " + made);
    }
    System.out.println("OUT: lost " + lost);
  }

  private static void run(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  private static void check(Callable<Boolean> held) {
    try {
      if (held != null) {
        made++;
        lost += held.call() ? 0 : 1;
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Callable<Boolean> orNull(FreshClasses fresh) {
    try {
      return fresh.make();
    } catch (ReflectiveOperationException | StackOverflowError | LinkageError e) {
      return null;
    }
  }

  /** Tries at the deepest frame, and in each one above until it works. */
  private static Callable<Boolean> deep(FreshClasses fresh) {
    Callable<Boolean> held = null;
    try {
      held = deep(fresh);
    } catch (StackOverflowError e) {
      // This is the deepest frame.
    }
    return held == null ? orNull(fresh) : held;
  }

  /** Tries as {@code deep} does, with larger frames. */
  private static Callable<Boolean> deepWide(FreshClasses fresh, long a, long b, long c) {
    long d = a ^ b;
    long e = b ^ c;
    long f = c ^ d;
    double g = d + e;
    double h = e + f;
    Callable<Boolean> held = null;
    try {
      held = deepWide(fresh, d + (long) g, e + (long) h, f);
    } catch (StackOverflowError error) {
      // This is the deepest frame.
    }
    return held == null ? orNull(fresh) : held;
  }
}
