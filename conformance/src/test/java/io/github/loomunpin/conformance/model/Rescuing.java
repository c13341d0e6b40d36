// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.Parking.NOT_WOKEN;
import static io.github.loomunpin.conformance.model.Parking.WAITING;
import static io.github.loomunpin.conformance.model.Parking.WOKEN;
import static io.github.loomunpin.conformance.model.Parking.change;
import static io.github.loomunpin.conformance.model.World.FIRST;
import static io.github.loomunpin.conformance.model.World.FIRST_IN_SET;
import static io.github.loomunpin.conformance.model.World.HOLDS;
import static io.github.loomunpin.conformance.model.World.INTERRUPTED;
import static io.github.loomunpin.conformance.model.World.LIMITED;
import static io.github.loomunpin.conformance.model.World.LOCK;
import static io.github.loomunpin.conformance.model.World.LOST;
import static io.github.loomunpin.conformance.model.World.NODE;
import static io.github.loomunpin.conformance.model.World.STATUS;
import static io.github.loomunpin.conformance.model.World.STOPPED;
import static io.github.loomunpin.conformance.model.World.THREAD;

import java.util.EnumSet;
import java.util.Set;

/** What the thread does that looks for those who were not woken. */
final class Rescuing {

  static final Set<Step> STEPS =
      EnumSet.of(
          Step.DONE,
          Step.RESCUE_COLLECT,
          Step.RESCUE_FIRST,
          Step.RESCUE_STATUS,
          Step.RESCUE_SUBMIT,
          Step.RESCUE_SUBMITTED,
          Step.RESCUE_PASS,
          Step.RESCUE_SET);

  private final Mistake mistake;

  Rescuing(Mistake mistake) {
    this.mistake = mistake;
  }

  static boolean isCalled(World w) {
    return w.get(World.CALLED) != 0 || w.isAnyone(LOST);
  }

  /**
   * One lock after the other, in one bucket after the other; {@code SEEN} has a bit for each that
   * is still to be looked at. False if the thread cannot go on now.
   */
  boolean step(Turn t, Step step) {
    int l = t.local(LOCK);
    int n = t.local(NODE);
    switch (step) {
      case DONE -> {
        if (!isCalled(t.world) && !t.world.isAnyone(STOPPED)) {
          return false;
        }
        t.set(World.CALLED, 0);
        t.go(Step.RESCUE_COLLECT);
      }
      case RESCUE_COLLECT -> {
        return t.spin(
            () -> {
              t.local(World.SEEN, t.world.wanted(t.local(World.BUCKET)));
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
        t.go(status == NOT_WOKEN || overdue ? Step.RESCUE_SUBMIT : Step.RESCUE_PASS);
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
        t.go(Step.RESCUE_PASS);
      }
      case RESCUE_PASS -> {
        // Whether the thread has been the first for long, which a model knows nothing of.
        if (!t.world.isAnyone(STOPPED)
            || mistake == Mistake.PASSES_NOBODY_OVER
            || mistake == Mistake.SERVING_THREADS_QUEUE
            || t.pickOf(2) == 0) {
          t.go(Step.RESCUE_SET);
        } else {
          return t.spin(
              () -> {
                t.world.passOver(l, n);
                t.callRescuer();
                t.go(Step.RESCUE_SET);
              });
        }
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
    int bucket = t.local(World.BUCKET);
    boolean more = bucket < World.LAST_BUCKET && t.world.get(World.STATE) == World.SPLIT;
    t.world.clearLocals(t.me());
    if (left == 0 && more) {
      t.local(World.BUCKET, bucket + 1);
      t.go(Step.RESCUE_COLLECT);
    } else if (left == 0) {
      t.go(Step.DONE);
    } else {
      t.local(World.BUCKET, bucket);
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
}
