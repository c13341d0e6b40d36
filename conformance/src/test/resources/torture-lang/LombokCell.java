// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package lang;

import java.util.concurrent.atomic.AtomicInteger;
import lombok.Getter;
import lombok.RequiredArgsConstructor;
import lombok.Synchronized;

@RequiredArgsConstructor
public class LombokCell {
  private final AtomicInteger counter;
  private final Object own = new Object();

  @Getter(lazy = true)
  private final int lazily = counter.incrementAndGet();

  @Synchronized
  public void generated(Runnable action) {
    action.run();
  }

  @Synchronized
  public void generatedToo(Runnable action) {
    action.run();
  }

  @Synchronized("own")
  public void inLock(Runnable action) {
    action.run();
  }

  public void ownBlock(Runnable action) {
    synchronized (own) {
      action.run();
    }
  }

  @Synchronized
  public static void fixed(Runnable action) {
    action.run();
  }

  @Synchronized
  public static void fixedToo(Runnable action) {
    action.run();
  }
}
