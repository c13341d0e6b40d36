// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.invoke.MethodHandles;

/** Its class file names no nest mate, but a hidden class may become one. */
final class LockHost {
  private Object lock = new Object();
  private static Object shared = new Object();

  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  void locked(Runnable action) {
    synchronized (lock) {
      action.run();
      lock.notifyAll();
    }
  }

  static void sharedLocked(Runnable action) {
    synchronized (shared) {
      action.run();
      shared.notifyAll();
    }
  }
}
