// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How much of a processor each carrier uses. Needs the module java.management, and loads it when it
 * is first asked, which is when carriers seem to stand still. For one thread.
 */
final class CarrierCpu {

  /** Others may have the processors for a while. */
  private static final long MEASURED_MILLIS = 200;

  private Map<Thread, Double> shares = Map.of();

  /** Looks at the carriers for a moment. */
  void measure(Set<Thread> carriers) {
    shares = Map.of();
    Map<Thread, Long> before = used(carriers);
    if (before.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    try {
      Thread.sleep(MEASURED_MILLIS);
    } catch (InterruptedException e) {
      return; // Somebody interrupts all threads, and nothing is known of so short a time.
    }
    long nanos = System.nanoTime() - begin;
    Map<Thread, Double> measured = new HashMap<>();
    used(before.keySet())
        .forEach(
            (carrier, now) -> measured.put(carrier, (double) (now - before.get(carrier)) / nanos));
    shares = measured;
  }

  /** The share of a processor; empty if it was not measured. */
  OptionalDouble share(Thread carrier) {
    Double share = shares.get(carrier);
    return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  private static Map<Thread, Long> used(Set<Thread> carriers) {
    Map<Thread, Long> used = new HashMap<>();
    if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
      return used;
    }
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      for (Thread carrier : carriers) {
        long nanos = threads.getThreadCpuTime(carrier.threadId());
        if (nanos >= 0) {
          used.put(carrier, nanos);
        }
      }
    } catch (UnsupportedOperationException | SecurityException e) {
      // This JVM does not measure it.
    }
    return used;
  }
}
