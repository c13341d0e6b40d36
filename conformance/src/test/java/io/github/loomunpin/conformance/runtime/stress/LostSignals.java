// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Looks for notifications that reach nobody; a part of {@link Waiting}. */
final class LostSignals {

  private LostSignals() {}

  static void boundedQueue(ThreadFactory kind, int rounds) throws InterruptedException {
    Object o = new Object();
    Queue<Integer> queue = new ArrayDeque<>();
    int[] taken = new int[1];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      bodies.add(
          () -> {
            for (int n = 0; n < rounds; n++) {
              UnpinMonitors.enter(o);
              while (queue.size() == 3) {
                UnpinMonitors.await(o);
              }
              queue.add(n);
              UnpinMonitors.signalAll(o);
              UnpinMonitors.exit(o);
            }
          });
      bodies.add(
          () -> {
            for (int n = 0; n < rounds; n++) {
              UnpinMonitors.enter(o);
              while (queue.isEmpty()) {
                UnpinMonitors.await(o, 10_000);
              }
              queue.remove();
              taken[0]++;
              UnpinMonitors.signalAll(o);
              UnpinMonitors.exit(o);
            }
          });
    }
    Stress.together(kind, bodies);
    check(taken[0] == 4 * rounds, "taken " + taken[0]);
  }

  /**
   * One token at a time, announced by a single notification to a patient waiter and one that gives
   * up all the time. After an interrupt that one leaves the token to the other, so a notification
   * that went to it must have been passed on.
   */
  static void against(ThreadFactory kind, int rounds, boolean interrupts)
      throws InterruptedException {
    Object o = new Object();
    boolean[] token = new boolean[1];
    boolean[] over = new boolean[1];
    AtomicInteger taken = new AtomicInteger();
    AtomicReference<Thread> impatient = new AtomicReference<>();
    Stress.Body patientBody =
        () -> {
          UnpinMonitors.enter(o);
          while (!over[0]) {
            if (token[0]) {
              token[0] = false;
              taken.incrementAndGet();
            } else {
              UnpinMonitors.await(o);
            }
          }
          UnpinMonitors.exit(o);
        };
    Stress.Body impatientBody =
        () -> {
          impatient.set(Thread.currentThread());
          UnpinMonitors.enter(o);
          while (!over[0]) {
            try {
              UnpinMonitors.await(o, interrupts ? 1_000 : 1);
              if (token[0]) {
                token[0] = false;
                taken.incrementAndGet();
              }
            } catch (InterruptedException e) {
              // Leaves the token alone.
            }
          }
          UnpinMonitors.exit(o);
        };
    Stress.Body interrupter =
        () -> {
          while (interrupts && taken.get() < rounds) {
            if (impatient.get() != null) {
              impatient.get().interrupt();
            }
            // Not yield: on one carrier, threads that only yield can starve the others for ever.
            LockSupport.parkNanos(1);
          }
        };
    Stress.Body notifier =
        () -> {
          for (int n = 0; n < rounds; n++) {
            UnpinMonitors.enter(o);
            token[0] = true;
            UnpinMonitors.signal(o);
            UnpinMonitors.exit(o);
            long from = System.nanoTime();
            while (taken.get() == n) {
              check(System.nanoTime() - from < 300_000_000_000L, "a notification is lost");
              LockSupport.parkNanos(1); // as above
            }
          }
          UnpinMonitors.enter(o);
          over[0] = true;
          UnpinMonitors.signalAll(o);
          UnpinMonitors.exit(o);
        };
    Stress.together(kind, List.of(patientBody, impatientBody, interrupter, notifier));
  }
}
