// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * The agent's watching thread: ten times a second it looks for what only shows in the course of
 * time, and more often at carriers while they have something to do.
 */
final class UnpinWatch extends Thread {

  private static final long PERIOD_NANOS = 100_000_000;

  /** Null if this JDK is made otherwise, as is the other. */
  private UnpinReflection reflection;

  private UnpinCarriers carriers = new UnpinCarriers();

  private UnpinWatch() {
    super(UnpinPlatformThreads.rootGroup(), null, "loom-unpin watch", 0, false);
    setDaemon(true);
    setContextClassLoader(null);
  }

  static void begin() {
    UnpinWatch watch = new UnpinWatch();
    try {
      watch.reflection = new UnpinReflection();
    } catch (InternalError e) {
      // This JDK's classes have other fields.
    }
    if (watch.reflection == null || !watch.reflection.set()) {
      watch.reflection = null;
      reportReflection();
    }
    watch.start();
  }

  /** Goes on whatever happens: what fails for want of memory now may work the next time. */
  @Override
  public void run() {
    long then = System.nanoTime();
    while (true) {
      try {
        pause();
      } catch (Throwable e) {
        // Another agent refuses it.
      }
      try {
        lookAtCarriers();
      } catch (Throwable e) {
        // See above.
      }
      long now = System.nanoTime();
      if (now - then >= PERIOD_NANOS) {
        then = now;
        lookAtRest();
      }
    }
  }

  /** Until it is time, or a thread that was run out of turn has left its runner. */
  private void pause() {
    // Somebody interrupts all threads of all groups, and an interrupted thread does not park.
    Thread.interrupted();
    UnpinBucket.U.park(false, carriers == null ? PERIOD_NANOS : carriers.pauseNanos());
  }

  private void lookAtRest() {
    try {
      lookAtReflection();
    } catch (Throwable e) {
      // See above.
    }
    try {
      UnpinAgentLink.agent().lookAfter();
    } catch (Throwable e) {
      // See above.
    }
  }

  private void lookAtReflection() {
    if (reflection != null) {
      reflection.set();
    }
  }

  private static void reportReflection() {
    UnpinAgentLink.agent()
        .report(
            "this JDK's reflection is unknown, so wait and notify by Method.invoke stay native");
  }

  private void lookAtCarriers() {
    try {
      if (carriers != null) {
        carriers.look();
      }
    } catch (ReflectiveOperationException | ClassCastException e) {
      if (e.getCause() instanceof VirtualMachineError) {
        return; // thrown by what was called, for want of memory; see above
      }
      carriers = null;
      UnpinAgentLink.agent()
          .report("this JDK's scheduler is unknown, so no carriers will be added to it");
    }
  }
}
