// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.World.BUCKET_HOLDS;
import static io.github.loomunpin.conformance.model.World.DEPARTED;
import static io.github.loomunpin.conformance.model.World.EXCLUSIVE;
import static io.github.loomunpin.conformance.model.World.FAT;
import static io.github.loomunpin.conformance.model.World.FIRST;
import static io.github.loomunpin.conformance.model.World.FIRST_IN_SET;
import static io.github.loomunpin.conformance.model.World.FRESH;
import static io.github.loomunpin.conformance.model.World.HOLDS;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED_IN_QUEUE;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED_IN_SET;
import static io.github.loomunpin.conformance.model.World.LIMITED;
import static io.github.loomunpin.conformance.model.World.LOCK;
import static io.github.loomunpin.conformance.model.World.LOST;
import static io.github.loomunpin.conformance.model.World.NODE;
import static io.github.loomunpin.conformance.model.World.OWNER;
import static io.github.loomunpin.conformance.model.World.PERMIT;
import static io.github.loomunpin.conformance.model.World.PHASE;
import static io.github.loomunpin.conformance.model.World.SAVED;
import static io.github.loomunpin.conformance.model.World.STATE;
import static io.github.loomunpin.conformance.model.World.STATUS;
import static io.github.loomunpin.conformance.model.World.THIN;
import static io.github.loomunpin.conformance.model.World.THREAD;
import static io.github.loomunpin.conformance.model.World.WAITS;
import static io.github.loomunpin.conformance.model.World.WAKING;

/** Queueing, parking, waking, waiting and notifying. */
final class QueueWait {

  static final int RUNNING = 0;
  static final int ASLEEP = 1;
  static final int WAITING = 2;
  static final int WOKEN = 3;
  static final int NOT_WOKEN = 4;

  private final Mistake mistake;

  QueueWait(Mistake mistake) {
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
        boolean first = t.lock(l, FIRST) == n || mistake == Mistake.ANYONE_IN_QUEUE_ACQUIRES;
        t.go(first ? Step.QUEUE_TRY : Step.QUEUE_SLEEP);
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
        return unparked(t, Step.QUEUE_RUN);
      }
      case QUEUE_RUN -> {
        t.node(n, STATUS, RUNNING);
        if (t.local(INTERRUPTED) != 0) {
          t.local(INTERRUPTED, 0);
          t.local(INTERRUPTED_IN_QUEUE, 1);
        }
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
      default -> {
        return step.name().startsWith("RESCUE") || step == Step.DONE
            ? rescue(t, step, l, n)
            : wait(t, step, l, n);
      }
    }
    return true;
  }

  private void dequeue(Turn t, int l) {
    t.world.dequeue(l);
    if (t.local(INTERRUPTED_IN_QUEUE) != 0) {
      t.local(INTERRUPTED, 1);
    }
    t.local(PERMIT, 1); // LockSupport.unpark(t)
    t.entered();
  }

  private boolean wait(Turn t, Step step, int l, int n) {
    switch (step) {
      case PROMOTE_LOOK -> promoteLook(t);
      case PROMOTE -> {
        return t.spin(() -> promote(t));
      }
      case WAIT_BEGIN -> {
        if (t.local(INTERRUPTED) != 0) {
          t.local(INTERRUPTED, 0);
          t.waited(true);
        } else if (t.memoryIsShort()) {
          letOthersIn(t);
        } else {
          int node = t.world.newNode(t.me());
          t.node(node, STATUS, WAITING);
          t.node(node, LIMITED, t.op().kind() == Script.Kind.TAKE_LIMITED ? 1 : 0);
          t.local(NODE, node);
          t.go(Step.WAIT_JOIN);
        }
      }
      case WAIT_JOIN -> {
        t.world.join(l, n);
        t.go(Step.WAIT_OWNER);
      }
      case WAIT_OWNER -> {
        int o = t.object();
        t.local(SAVED, t.lock(l, HOLDS));
        t.check(t.lock(l, HOLDS) == t.get(World.depth(o)), "the holds are miscounted");
        t.set(World.depth(o), 0);
        t.set(World.inside(o), 0);
        t.lock(l, EXCLUSIVE, 0);
        t.go(Step.WAIT_STATE);
      }
      case WAIT_STATE -> {
        t.lock(l, HOLDS, 0);
        t.go(Step.WAKE_LOOK);
      }
      case WAIT_LOOK -> {
        boolean waiting = t.node(n, STATUS) == WAITING;
        boolean over = waiting && t.node(n, LIMITED) != 0 && t.pickOf(2) == 1;
        t.go(waiting && !over ? Step.WAIT_PARK : Step.WAIT_DEPART);
      }
      case WAIT_PARK -> park(t, Step.WAIT_PARKED, Step.WAIT_WOKEN);
      case WAIT_PARKED -> {
        if (t.node(n, LIMITED) != 0 && t.local(PERMIT) == 0 && t.local(LOST) == 0) {
          t.unpark(t.me()); // by the timer, which may lose it
          return true;
        }
        return unparked(t, Step.WAIT_WOKEN);
      }
      case WAIT_WOKEN -> {
        boolean interrupted = t.local(INTERRUPTED) != 0;
        if (interrupted) {
          t.local(INTERRUPTED, 0);
          t.local(INTERRUPTED_IN_SET, 1);
        }
        t.go(interrupted ? Step.WAIT_DEPART : Step.WAIT_LOOK);
      }
      case WAIT_DEPART -> {
        boolean departed = change(t, n, WAITING, RUNNING);
        if (mistake == Mistake.DEPARTS_ALTHOUGH_NOTIFIED && t.local(INTERRUPTED_IN_SET) != 0) {
          departed = true;
        }
        if (departed) {
          t.local(DEPARTED, 1);
        }
        t.go(departed ? Step.WAIT_ENQUEUE : Step.QUEUE_FIRST);
      }
      case WAIT_PART -> {
        t.world.part(l, n);
        boolean interrupted = t.local(INTERRUPTED_IN_SET) != 0;
        boolean departed = t.local(DEPARTED) != 0 || mistake == Mistake.THROWS_ALTHOUGH_NOTIFIED;
        boolean given = t.node(n, World.NOTIFIED) != 0;
        t.check(!given || t.local(DEPARTED) == 0, "a notification is lost");
        t.check(!given || !(interrupted && departed), "a notification is lost");
        if (interrupted && !departed) {
          t.local(INTERRUPTED, 1);
        }
        t.waited(interrupted && departed);
      }
      case PAUSE -> t.go(Step.ENTER_LOOK);
      case SIGNAL_LOOK -> {
        int o = t.object();
        boolean thin =
            t.get(OWNER) == t.me()
                && (t.get(STATE) == o || t.get(STATE) == FAT && t.get(THIN) == o);
        t.local(LOCK, thin ? 0 : EnterExit.ownLock(t, o));
        if (thin) {
          t.left();
        } else {
          t.go(Step.SIGNAL_FIRST);
        }
      }
      case SIGNAL_FIRST -> {
        int waiter = t.lock(l, FIRST_IN_SET);
        if (waiter == 0) {
          t.left();
        } else {
          t.world.part(l, waiter);
          t.local(NODE, waiter);
          t.go(Step.SIGNAL_MARK);
        }
      }
      case SIGNAL_MARK -> {
        if (mistake == Mistake.NOTIFIES_DEPARTED) {
          t.node(n, STATUS, ASLEEP);
          t.go(Step.SIGNAL_ENQUEUE);
        } else {
          t.go(change(t, n, WAITING, ASLEEP) ? Step.SIGNAL_ENQUEUE : Step.SIGNAL_FIRST);
        }
      }
      case SIGNAL_ENQUEUE -> {
        return t.spin(
            () -> {
              t.world.enqueue(l, n);
              t.node(n, World.NOTIFIED, 1);
              t.local(NODE, 0);
              if (t.op().kind() == Script.Kind.NOTIFY_ALL) {
                t.go(Step.SIGNAL_FIRST);
              } else {
                t.left();
              }
            });
      }
      default -> throw new IllegalStateException(step.toString());
    }
    return true;
  }

  /** One lock after the other; {@code SEEN} has a bit for each that is still to be looked at. */
  private boolean rescue(Turn t, Step step, int l, int n) {
    switch (step) {
      case DONE -> {
        if (t.get(World.CALLED) == 0 && !t.world.isAnyoneLost()) {
          return false;
        }
        t.set(World.CALLED, 0);
        t.go(Step.RESCUE_COLLECT);
      }
      case RESCUE_COLLECT -> {
        return t.spin(
            () -> {
              t.local(World.SEEN, t.world.wanted());
              nextToRescue(t);
            });
      }
      case RESCUE_FIRST -> {
        int first = t.lock(l, FIRST);
        t.local(NODE, first);
        t.go(first != 0 && t.lock(l, HOLDS) == 0 ? Step.WAKE_LOOK : Step.RESCUE_SET);
      }
      case RESCUE_STATUS -> {
        int status = t.node(n, STATUS);
        boolean overdue = status == WOKEN && mistake != Mistake.RESCUES_ONLY_WHO_COULD_NOT_BE_WOKEN;
        t.go(status == NOT_WOKEN || overdue ? Step.RESCUE_SUBMIT : Step.RESCUE_SET);
      }
      case RESCUE_SUBMIT -> {
        if (submit(t, n)) {
          t.go(Step.RESCUE_SUBMITTED);
        } else {
          change(t, n, WOKEN, NOT_WOKEN);
          t.go(Step.RESCUE_SET);
        }
      }
      case RESCUE_SUBMITTED -> {
        change(t, n, NOT_WOKEN, WOKEN);
        t.go(Step.RESCUE_SET);
      }
      case RESCUE_SET -> {
        for (int m = t.lock(l, FIRST_IN_SET); m != 0; m = t.node(m, World.NEXT_IN_SET)) {
          boolean interrupted = t.get(World.thread(t.node(m, THREAD), INTERRUPTED)) != 0;
          if (t.node(m, STATUS) == WAITING && (interrupted || t.node(m, LIMITED) != 0)) {
            submit(t, m);
          }
        }
        nextToRescue(t);
      }
      default -> throw new IllegalStateException(step.toString());
    }
    return true;
  }

  private static void nextToRescue(Turn t) {
    int left = t.local(World.SEEN);
    t.world.clearLocals(t.me());
    if (left == 0) {
      t.go(Step.DONE);
    } else {
      t.local(LOCK, Integer.numberOfTrailingZeros(left));
      t.local(World.SEEN, left & left - 1);
      t.go(Step.RESCUE_FIRST);
    }
  }

  private boolean submit(Turn t, int n) {
    int thread = t.node(n, THREAD);
    if (!t.unpark(thread) || t.fails()) {
      t.callRescuer();
      return false;
    }
    if (mistake != Mistake.RESCUES_BY_UNPARKING_ONLY) {
      t.set(World.thread(thread, LOST), 0);
    }
    return true;
  }

  private void promoteLook(Turn t) {
    int o = t.object();
    if (t.get(STATE) == o) {
      t.local(World.SEEN, o);
      t.go(Step.INFLATE_NAME);
    } else if (t.get(THIN) == o && t.get(OWNER) == t.me()) {
      t.go(Step.PROMOTE);
    } else {
      t.local(LOCK, EnterExit.ownLock(t, o));
      t.go(Step.WAIT_BEGIN);
    }
  }

  private void promote(Turn t) {
    int o = t.object();
    int l = t.world.find(o);
    if (l == 0 && t.local(FRESH) == 0) {
      if (t.memoryIsShort()) {
        letOthersIn(t);
      } else {
        t.local(FRESH, t.world.newLock(o));
      }
      return;
    }
    if (l == 0) {
      l = t.local(FRESH);
      t.lock(l, HOLDS, 1);
      t.lock(l, World.THREADS, 1);
      t.world.insert(l);
    }
    t.local(FRESH, 0);
    t.local(LOCK, l);
    t.lock(l, EXCLUSIVE, t.me());
    t.lock(l, HOLDS, t.lock(l, HOLDS) + t.get(BUCKET_HOLDS));
    t.set(BUCKET_HOLDS, 0);
    t.set(OWNER, 0);
    t.set(THIN, 0);
    t.go(Step.WAIT_BEGIN);
  }

  private static void letOthersIn(Turn t) {
    t.world.clearLocals(t.me());
    t.local(PHASE, Turn.LETTING_IN);
    t.go(Step.EXIT_LOOK);
  }

  private static boolean tryAcquire(Turn t, int holds) {
    int l = t.local(LOCK);
    if (t.lock(l, HOLDS) != 0) {
      return false;
    }
    t.lock(l, HOLDS, holds);
    return true;
  }

  static boolean change(Turn t, int n, int from, int to) {
    if (t.node(n, STATUS) != from) {
      return false;
    }
    t.node(n, STATUS, to);
    return true;
  }

  /** Parking fails for want of memory, or returns at once, or the thread stands still. */
  private static void park(Turn t, Step parked, Step after) {
    if (t.local(PERMIT) != 0 || t.local(INTERRUPTED) != 0) {
      t.local(PERMIT, 0);
      t.go(after);
    } else {
      t.go(t.fails() ? after : parked);
    }
  }

  private static boolean unparked(Turn t, Step after) {
    if (t.local(PERMIT) == 0 || t.local(LOST) != 0) {
      return false;
    }
    t.local(PERMIT, 0);
    t.go(after);
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
