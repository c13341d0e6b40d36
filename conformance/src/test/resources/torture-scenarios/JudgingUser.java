// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.function.BooleanSupplier;

/** Locks an object of a class of which there are two; true if another thread gets in. */
public final class JudgingUser implements BooleanSupplier {
  private volatile boolean entered;

  @Override
  public boolean getAsBoolean() {
    Judging.Shared shared = new Judging.Shared();
    Thread other =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  shared.size();
                  entered = true;
                });
    boolean tooEarly;
    synchronized (shared) {
      other.start();
      try {
        other.join(300);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      tooEarly = entered;
    }
    return tooEarly;
  }
}
