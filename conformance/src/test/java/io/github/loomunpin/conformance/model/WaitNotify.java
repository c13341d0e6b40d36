// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.Parking.ASLEEP;
import static io.github.loomunpin.conformance.model.Parking.RUNNING;
import static io.github.loomunpin.conformance.model.Parking.WAITING;
import static io.github.loomunpin.conformance.model.Parking.change;
import static io.github.loomunpin.conformance.model.Parking.park;
import static io.github.loomunpin.conformance.model.Parking.unparked;
import static io.github.loomunpin.conformance.model.World.BUCKET_HOLDS;
import static io.github.loomunpin.conformance.model.World.DEPARTED;
import static io.github.loomunpin.conformance.model.World.EXCLUSIVE;
import static io.github.loomunpin.conformance.model.World.FAT;
import static io.github.loomunpin.conformance.model.World.FIRST_IN_SET;
import static io.github.loomunpin.conformance.model.World.FRESH;
import static io.github.loomunpin.conformance.model.World.HOLDS;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED;
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

/** Waiting and notifying, apart from queueing. */
final class WaitNotify {

  private final Mistake mistake;

  WaitNotify(Mistake mistake) {
    this.mistake = mistake;
  }

  /** False if the thread cannot go on now. */
  boolean step(Turn t, Step step) {
    int l = t.local(LOCK);
    int n = t.local(NODE);
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
        boolean interrupted = t.local(INTERRUPTED) != 0 && t.node(n, STATUS) == WAITING;
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
        if (t.goesToPart()) {
          return true;
        }
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

  private void promoteLook(Turn t) {
    int o = t.object();
    if (t.goesToPart()) {
      t.go(Step.PROMOTE_LOOK);
    } else if (t.get(STATE) == o) {
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
    int l = t.find(o);
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
      t.insert(l);
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
}
