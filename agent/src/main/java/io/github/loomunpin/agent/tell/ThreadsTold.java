// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.runtime.UnpinThreadLink;
import io.github.loomunpin.agent.runtime.UnpinThreads;

/**
 * Hears from the runtime which threads became virtual. This class cannot be loaded before that part
 * of the runtime is installed, because its superclass is one of the runtime's.
 */
public final class ThreadsTold extends UnpinThreadLink {

  private final ThreadTally tally;

  private ThreadsTold(ThreadTally tally) {
    this.tally = tally;
  }

  /** To be called on the main thread, once, before any rewritten class runs. */
  public static void to(ThreadTally tally) {
    UnpinThreads.connect(new ThreadsTold(tally));
  }

  @Override
  public void madeVirtual(String name, String maker, String label) {
    tally.madeVirtual(label.isEmpty() ? name : label, maker);
  }

  @Override
  public void left(String name, String maker, String reason) {
    tally.left(name, maker, reason);
  }
}
