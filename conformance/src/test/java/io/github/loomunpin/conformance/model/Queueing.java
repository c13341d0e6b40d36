// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.Parking.ASLEEP;
import static io.github.loomunpin.conformance.model.Parking.NOT_WOKEN;
import static io.github.loomunpin.conformance.model.Parking.RUNNING;
import static io.github.loomunpin.conformance.model.Parking.WOKEN;
import static io.github.loomunpin.conformance.model.Parking.change;
import static io.github.loomunpin.conformance.model.Parking.park;
import static io.github.loomunpin.conformance.model.Parking.unparked;
import static io.github.loomunpin.conformance.model.World.EXCLUSIVE;
import static io.github.loomunpin.conformance.model.World.FIRST;
import static io.github.loomunpin.conformance.model.World.HOLDS;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED_IN_QUEUE;
import static io.github.loomunpin.conformance.model.World.LOCK;
import static io.github.loomunpin.conformance.model.World.NODE;
import static io.github.loomunpin.conformance.model.World.PASSED_OVER;
import static io.github.loomunpin.conformance.model.World.PERMIT;
import static io.github.loomunpin.conformance.model.World.SAVED;
import static io.github.loomunpin.conformance.model.World.STATUS;
import static io.github.loomunpin.conformance.model.World.THREAD;
import static io.github.loomunpin.conformance.model.World.WAITS;
import static io.github.loomunpin.conformance.model.World.WAKING;

import java.util.EnumSet;
import java.util.Set;

/** Queueing for a lock, and waking who queues. */
final class Queueing {

  static final Set<Step> STEPS =
      EnumSet.of(
          Step.ACQUIRE_TRY,
          Step.ACQUIRE_NODE,
          Step.ENQUEUE,
          Step.WAIT_ENQUEUE,
          Step.QUEUE_FIRST,
          Step.QUEUE_TRY,
          Step.QUEUE_NAME,
          Step.QUEUE_SLEEP,
          Step.QUEUE_PARK,
          Step.QUEUE_PARKED,
          Step.QUEUE_RUN,
          Step.DEQUEUE,
          Step.WAKE_LOOK,
          Step.WAKE_MARK,
          Step.WAKE_UNPARK,
          Step.WAKE_FAILED,
          Step.WAKE_CALL);

  private final Mistake mistake;

  Queueing(Mistake mistake) {
    this.mistake = mistake;
  }

  /** False if the thread cannot go on now. */
  boolean step(Turn t, Step step) {
    int l = t.local(LOCK);
    int n = t.local(NODE);
    switch (step) {
      case ACQUIRE_TRY -> {
        boolean free = tryAcquire(t, 1);
        t.go(free ? Step.ACQUIRE_NAME : Step.ACQUIRE_NODE);
      }
      case ACQUIRE_NODE -> {
        if (t.memoryIsShort()) {
          t.go(Step.ACQUIRE_TRY);
        } else {
          t.local(NODE, t.world.newNode(t.me()));
          t.go(Step.ENQUEUE);
        }
      }
      case ENQUEUE, WAIT_ENQUEUE -> {
        return t.spin(
            () -> {
              t.world.enqueue(l, n);
              t.go(Step.QUEUE_FIRST);
            });
      }
      case QUEUE_FIRST -> {
        boolean may = t.lock(l, FIRST) == n || t.node(n, PASSED_OVER) != 0 || barges(t);
        t.go(may ? Step.QUEUE_TRY : Step.QUEUE_SLEEP);
      }
      case QUEUE_TRY -> {
        int holds = t.isWaiting() ? t.local(SAVED) : 1;
        boolean lost = t.isWaiting() && mistake == Mistake.LOSES_A_HOLD_WHEN_WAITING;
        t.go(tryAcquire(t, lost ? 1 : holds) ? Step.QUEUE_NAME : Step.QUEUE_SLEEP);
      }
      case QUEUE_NAME -> {
        t.lock(l, EXCLUSIVE, t.me());
        t.go(Step.DEQUEUE);
      }
      case QUEUE_SLEEP -> {
        if (t.node(n, STATUS) == ASLEEP) {
          t.go(Step.QUEUE_PARK);
        } else {
          if (t.local(INTERRUPTED) != 0) {
            t.local(INTERRUPTED, 0);
            t.local(INTERRUPTED_IN_QUEUE, 1);
          }
          t.node(n, STATUS, ASLEEP);
          t.go(mistake == Mistake.PARKS_WITHOUT_LOOKING_AGAIN ? Step.QUEUE_PARK : Step.QUEUE_FIRST);
        }
      }
      case QUEUE_PARK -> {
        if (mistake == Mistake.LEAVES_QUEUE_WHEN_PARKING_FAILS && t.fails()) {
          t.check(!t.isWaiting(), "an OutOfMemoryError");
          t.lock(l, World.THREADS, t.lock(l, World.THREADS) - 1);
          t.world.clearLocals(t.me());
          t.go(Step.DONE);
        } else {
          park(t, Step.QUEUE_PARKED, Step.QUEUE_RUN);
        }
      }
      case QUEUE_PARKED -> {
        if (barges(t)) {
          t.local(PERMIT, 0); // it does not sleep for long
          t.go(Step.QUEUE_RUN);
          return true;
        }
        return unparked(t, Step.QUEUE_RUN);
      }
      case QUEUE_RUN -> {
        t.node(n, STATUS, RUNNING);
        t.go(Step.QUEUE_FIRST);
      }
      case DEQUEUE -> {
        return t.spin(() -> dequeue(t, l));
      }
      case WAKE_LOOK -> {
        t.local(WAKING, t.lock(l, FIRST));
        if (t.local(WAKING) == 0) {
          woke(t);
        } else {
          t.go(Step.WAKE_MARK);
        }
      }
      case WAKE_MARK -> {
        if (change(t, t.local(WAKING), ASLEEP, WOKEN)) {
          t.go(Step.WAKE_UNPARK);
        } else {
          woke(t);
        }
      }
      case WAKE_UNPARK -> {
        boolean done = t.unpark(t.node(t.local(WAKING), THREAD));
        if (done) {
          woke(t);
        } else {
          t.go(Step.WAKE_FAILED);
        }
      }
      case WAKE_FAILED -> {
        change(t, t.local(WAKING), WOKEN, NOT_WOKEN);
        t.go(Step.WAKE_CALL);
      }
      case WAKE_CALL -> {
        t.callRescuer();
        woke(t);
      }
      default -> throw new IllegalStateException(step.toString());
    }
    return true;
  }

  private boolean barges(Turn t) {
    return t.isServing() && mistake != Mistake.SERVING_THREADS_QUEUE;
  }

  private void dequeue(Turn t, int l) {
    t.world.dequeue(l, mistake == Mistake.DEQUEUES_THE_FIRST ? t.lock(l, FIRST) : t.local(NODE));
    if (t.local(INTERRUPTED_IN_QUEUE) != 0) {
      t.local(INTERRUPTED, 1);
    }
    t.local(PERMIT, 1); // LockSupport.unpark(t)
    t.entered();
  }

  private static boolean tryAcquire(Turn t, int holds) {
    int l = t.local(LOCK);
    if (t.lock(l, HOLDS) != 0) {
      return false;
    }
    t.lock(l, HOLDS, holds);
    return true;
  }

  /** A thread wakes another one when it leaves and when it begins to wait. */
  private void woke(Turn t) {
    t.local(WAKING, 0);
    if (t.me() == t.world.threads()) {
      t.go(Step.RESCUE_STATUS);
    } else if (t.local(WAITS) != 0) {
      t.go(Step.WAIT_LOOK);
    } else if (mistake == Mistake.WAKES_BEFORE_LEAVING) {
      t.go(Step.LEAVE_STATE);
    } else {
      t.left();
    }
  }
}
