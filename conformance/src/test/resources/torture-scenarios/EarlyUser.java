// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.function.Supplier;

/** Is loaded before the classes whose objects it locks can be found. */
public final class EarlyUser implements Supplier<String> {
  private LateClasses.Plain plain;
  private LateClasses.Below below;
  private LateClasses.OfJdk ofJdk;

  @Override
  public String get() {
    plain = new LateClasses.Plain();
    below = new LateClasses.Below();
    ofJdk = new LateClasses.OfJdk();
    StringBuilder seen = new StringBuilder();
    synchronized (plain) {
      seen.append(plain.holds(plain)).append(Thread.holdsLock(plain)).append(excludes(plain));
    }
    synchronized (below) {
      seen.append(below.holds(below)).append(Thread.holdsLock(below)).append(excludes(below));
    }
    synchronized (ofJdk) {
      seen.append(Thread.holdsLock(ofJdk)).append(excludes(() -> ofJdk.add("element")));
    }
    synchronized (LateClasses.Fixed.class) {
      seen.append(LateClasses.Fixed.holds(LateClasses.Fixed.class));
      seen.append(excludes(() -> LateClasses.Fixed.holds(this)));
    }
    return seen.toString();
  }

  private static boolean excludes(LateClasses.Plain held) {
    return excludes(() -> held.holds(held));
  }

  /** Whether another thread is stuck in the action, until it is seen to be or has ended. */
  private static boolean excludes(Runnable action) {
    Thread other = Thread.ofPlatform().daemon().start(action);
    for (int seen = 0; seen < 20 && other.isAlive(); ) {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      seen =
          switch (other.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> seen + 1;
            case NEW, RUNNABLE, TERMINATED -> 0;
          };
    }
    return other.isAlive();
  }
}
