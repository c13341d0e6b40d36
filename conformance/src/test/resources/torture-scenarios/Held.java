// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.Callable;

/** Says whether code of another class finds its lock held while it holds it. */
public class Held implements Callable<Boolean> {
  @Override
  public synchronized Boolean call() {
    return Outside.isHeld(this);
  }

  /** Loaded from the beginning, by the application's loader. */
  public static final class Outside {
    public static boolean isHeld(Object o) {
      return Thread.holdsLock(o);
    }
  }
}
