// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.install.RuntimeInstaller;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The owners of converted locks that threads wait for, in words of the log. */
public final class OwnerLines implements Supplier<List<String>> {

  private final Instrumentation instrumentation;

  public OwnerLines(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** One text for each lock, the longest wait first. */
  @Override
  public List<String> get() {
    RuntimeInstaller.installLooking(instrumentation);
    List<String> owners = new ArrayList<>();
    for (ContendedLock lock : new Locks.OfRuntime().contended()) {
      // The thread that waited may have the lock by now.
      if (lock.getWaitingThreads() > 0) {
        owners.add(words(lock));
      }
    }
    return owners;
  }

  private static String words(ContendedLock lock) {
    int waiting = lock.getWaitingThreads();
    String wait = waiting + (waiting == 1 ? " thread waits" : " threads wait");
    String object = " for the lock of " + lock.getObject() + ", which ";
    if (lock.getOwnerId() == 0) {
      return wait + object + "is free";
    }
    String name = lock.getOwner().isEmpty() ? "" : " \"" + lock.getOwner() + "\"";
    return wait + object + "thread #" + lock.getOwnerId() + name + " owns";
  }
}
