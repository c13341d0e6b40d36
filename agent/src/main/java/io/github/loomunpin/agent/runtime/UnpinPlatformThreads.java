// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** The platform threads of this JVM. */
final class UnpinPlatformThreads {

  private UnpinPlatformThreads() {}

  static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /** All that are alive, and null at the end. */
  static Thread[] all() {
    ThreadGroup group = rootGroup();
    for (int length = group.activeCount() + 16; ; length *= 2) {
      Thread[] all = new Thread[length];
      if (group.enumerate(all) < length) {
        return all;
      }
    }
  }
}
