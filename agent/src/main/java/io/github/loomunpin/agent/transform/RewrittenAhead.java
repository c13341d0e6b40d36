// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import java.util.Arrays;

/**
 * The class file that each thread has had rewritten before it defines the class. The JVM may find
 * that there is stack to offer it after all, and it must not be rewritten twice.
 */
public final class RewrittenAhead {

  private final WeakIdentityMap<Thread, byte[]> last = new WeakIdentityMap<>();
  private volatile boolean used;

  /** Notes what this thread is going to define. */
  public void setLast(byte[] classFile) {
    used = true;
    last.put(Thread.currentThread(), classFile);
  }

  /** Whether this thread has had it rewritten before. */
  public boolean isLast(byte[] classFile) {
    return used && Arrays.equals(last.get(Thread.currentThread()), classFile);
  }
}
