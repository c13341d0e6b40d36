// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** Runs on a virtual thread what the thread in whose place it is would have run. */
final class UnpinThreadTask implements Runnable {

  /** Never started. Its task cannot be read, but its run method runs it. */
  private final Thread instead;

  UnpinThreadTask(Thread instead) {
    this.instead = instead;
  }

  @Override
  public void run() {
    instead.run();
  }
}
