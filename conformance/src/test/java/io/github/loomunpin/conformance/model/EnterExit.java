// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.World.BUCKET_HOLDS;
import static io.github.loomunpin.conformance.model.World.EXCLUSIVE;
import static io.github.loomunpin.conformance.model.World.FAT;
import static io.github.loomunpin.conformance.model.World.FIRST;
import static io.github.loomunpin.conformance.model.World.FRESH;
import static io.github.loomunpin.conformance.model.World.HOLDS;
import static io.github.loomunpin.conformance.model.World.LIST;
import static io.github.loomunpin.conformance.model.World.LOCK;
import static io.github.loomunpin.conformance.model.World.OWNER;
import static io.github.loomunpin.conformance.model.World.SPIN;
import static io.github.loomunpin.conformance.model.World.STATE;
import static io.github.loomunpin.conformance.model.World.THIN;
import static io.github.loomunpin.conformance.model.World.THREADS;

import java.util.EnumSet;
import java.util.Set;

/** Entering and leaving, apart from queueing. */
final class EnterExit {

  static final Set<Step> STEPS =
      EnumSet.of(
          Step.ENTER_LOOK,
          Step.ENTER_TAKE,
          Step.ENTER_NAME,
          Step.INFLATE_NAME,
          Step.INFLATE_STATE,
          Step.ENTER_GLIMPSE,
          Step.ENTER_FREE,
          Step.ENTER_FREE_NAME,
          Step.ACQUIRE_NAME,
          Step.RETAIN,
          Step.ATTACH_FIND,
          Step.ATTACH_RETAIN,
          Step.ATTACH_TAKE,
          Step.EXIT_LOOK,
          Step.EXIT_FREE,
          Step.EXIT_RESTORE,
          Step.EXIT_FAT,
          Step.EXIT_THIN,
          Step.LEAVE_OWNER,
          Step.LEAVE_STATE,
          Step.LEAVE_OWNER_LATE,
          Step.REMOVE,
          Step.DEFLATE,
          Step.RELEASE_LOOK);

  private final Mistake mistake;

  EnterExit(Mistake mistake) {
    this.mistake = mistake;
  }

  /** False if the thread cannot go on now. */
  boolean step(Turn t, Step step) {
    int o = t.object();
    switch (step) {
      case ENTER_LOOK -> look(t, o);
      case ENTER_TAKE -> {
        boolean free = t.get(STATE) == 0;
        if (free) {
          t.set(STATE, o);
        }
        t.go(free ? Step.ENTER_NAME : Step.ENTER_LOOK);
      }
      case ENTER_NAME -> {
        t.set(OWNER, t.me());
        t.entered();
      }
      case INFLATE_NAME -> {
        return t.spin(
            () -> {
              if (t.get(STATE) == t.local(World.SEEN)) {
                t.set(THIN, t.local(World.SEEN));
                t.set(SPIN, t.me());
                t.go(Step.INFLATE_STATE);
              } else {
                t.go(t.isWaiting() ? Step.PROMOTE_LOOK : Step.ENTER_LOOK);
              }
            });
      }
      case INFLATE_STATE -> {
        if (t.get(STATE) == t.local(World.SEEN)) {
          t.set(STATE, FAT);
        } else {
          t.set(THIN, 0);
        }
        t.set(SPIN, 0);
        t.local(World.SEEN, 0);
        t.go(t.isWaiting() ? Step.PROMOTE_LOOK : Step.ENTER_LOOK);
      }
      case ENTER_GLIMPSE -> glimpse(t, o);
      case ENTER_FREE -> {
        int l = t.local(LOCK);
        boolean free = t.lock(l, THREADS) != 0 && t.lock(l, HOLDS) == 0;
        if (free) {
          t.lock(l, HOLDS, 1);
          t.lock(l, THREADS, t.lock(l, THREADS) + 1);
        }
        t.go(free ? Step.ENTER_FREE_NAME : Step.RETAIN);
      }
      case ENTER_FREE_NAME, ACQUIRE_NAME -> {
        t.lock(t.local(LOCK), EXCLUSIVE, t.me());
        t.entered();
      }
      case RETAIN -> t.go(retain(t) ? Step.ACQUIRE_TRY : Step.ATTACH_FIND);
      case ATTACH_FIND -> {
        return t.spin(() -> attachFind(t, o));
      }
      case ATTACH_RETAIN -> {
        boolean retained = retain(t);
        if (retained) {
          t.set(SPIN, 0);
        } else {
          t.remove(t.local(LOCK));
        }
        t.go(retained ? Step.ACQUIRE_TRY : Step.ATTACH_TAKE);
      }
      case ATTACH_TAKE -> attachTake(t, o);
      case EXIT_LOOK -> exitLook(t, o);
      case EXIT_FREE -> {
        if (t.get(STATE) == o) {
          t.set(STATE, 0);
          t.left();
        } else {
          t.go(mistake == Mistake.DOES_NOT_RESTORE_THIN_OWNER ? Step.EXIT_FAT : Step.EXIT_RESTORE);
        }
      }
      case EXIT_RESTORE -> {
        t.set(OWNER, t.me());
        t.go(Step.EXIT_FAT);
      }
      case EXIT_FAT -> exitFat(t, o);
      case EXIT_THIN -> {
        return t.spin(() -> exitThin(t, o));
      }
      case LEAVE_OWNER -> {
        if (mistake != Mistake.CLEARS_OWNER_AFTER_LEAVING) {
          t.lock(t.local(LOCK), EXCLUSIVE, 0);
        }
        t.go(
            mistake == Mistake.WAKES_BEFORE_LEAVING && t.lock(t.local(LOCK), FIRST) != 0
                ? Step.WAKE_LOOK
                : Step.LEAVE_STATE);
      }
      case LEAVE_STATE -> {
        int l = t.local(LOCK);
        t.check(t.lock(l, HOLDS) == 1, "the holds are miscounted");
        t.lock(l, HOLDS, 0);
        t.lock(l, THREADS, t.lock(l, THREADS) - (mistake == Mistake.MISCOUNTS_THREADS ? 0 : 1));
        t.go(
            mistake == Mistake.CLEARS_OWNER_AFTER_LEAVING
                ? Step.LEAVE_OWNER_LATE
                : t.lock(l, THREADS) == 0 ? Step.REMOVE : Step.RELEASE_LOOK);
      }
      case LEAVE_OWNER_LATE -> {
        t.lock(t.local(LOCK), EXCLUSIVE, 0);
        t.go(t.lock(t.local(LOCK), THREADS) == 0 ? Step.REMOVE : Step.RELEASE_LOOK);
      }
      case REMOVE -> {
        return t.spin(
            () -> {
              if (t.get(STATE) == FAT) {
                t.remove(t.local(LOCK));
                t.set(SPIN, t.me());
                t.go(Step.DEFLATE);
              } else {
                t.left();
              }
            });
      }
      case DEFLATE -> {
        deflate(t);
        t.set(SPIN, 0);
        t.left();
      }
      case RELEASE_LOOK -> {
        if (t.lock(t.local(LOCK), FIRST) == 0
            || mistake == Mistake.LEAVES_WITHOUT_WAKING
            || mistake == Mistake.WAKES_BEFORE_LEAVING) {
          t.left();
        } else {
          t.go(t.fails() ? Step.WAKE_CALL : Step.WAKE_LOOK); // too little stack
        }
      }
      default -> throw new IllegalStateException(step.toString());
    }
    return true;
  }

  private void look(Turn t, int o) {
    int s = t.get(STATE);
    if (s == 0) {
      t.go(Step.ENTER_TAKE);
    } else if (t.goesToPart()) {
      t.go(Step.ENTER_LOOK);
    } else if (s == FAT) {
      t.go(Step.ENTER_GLIMPSE);
    } else if (s == o && t.get(OWNER) == t.me()) {
      t.set(BUCKET_HOLDS, t.get(BUCKET_HOLDS) + 1);
      t.entered();
    } else {
      t.local(World.SEEN, s);
      t.go(Step.INFLATE_NAME);
    }
  }

  private void glimpse(Turn t, int o) {
    if (t.get(THIN) == o && t.get(OWNER) == t.me()) {
      t.set(BUCKET_HOLDS, t.get(BUCKET_HOLDS) + 1);
      t.entered();
      return;
    }
    int l = t.find(o);
    if (l != 0 && t.pickOf(2) == 1) {
      l = 0; // overlooked: it is far behind, or just being moved
    }
    t.local(LOCK, l);
    if (l != 0 && t.lock(l, EXCLUSIVE) == t.me()) {
      t.lock(l, HOLDS, t.lock(l, HOLDS) + 1);
      t.entered();
    } else {
      t.go(l == 0 ? Step.ATTACH_FIND : Step.ENTER_FREE);
    }
  }

  private boolean retain(Turn t) {
    int l = t.local(LOCK);
    if (t.lock(l, THREADS) == 0 && mistake != Mistake.REVIVES_DEAD_LOCK) {
      return false;
    }
    t.lock(l, THREADS, t.lock(l, THREADS) + 1);
    return true;
  }

  private void attachFind(Turn t, int o) {
    if (t.get(STATE) != FAT) {
      t.local(FRESH, 0);
      t.local(LOCK, 0);
      t.go(Step.ENTER_LOOK);
      return;
    }
    int l = t.find(o);
    t.local(LOCK, l);
    if (l != 0 && t.lock(l, EXCLUSIVE) == t.me()) {
      t.lock(l, HOLDS, t.lock(l, HOLDS) + 1);
      t.entered();
    } else {
      t.set(SPIN, t.me());
      boolean blind =
          mistake == Mistake.INSERTS_SECOND_LOCK && t.local(FRESH) != 0
              || mistake == Mistake.TAKES_THINLY_BESIDE_LOCK && t.get(THIN) == 0;
      t.go(l == 0 || blind ? Step.ATTACH_TAKE : Step.ATTACH_RETAIN);
    }
  }

  /** Still under the spin lock. */
  private void attachTake(Turn t, int o) {
    t.set(SPIN, 0);
    int fresh = t.local(FRESH);
    boolean heldThinly = t.get(THIN) == o;
    if (t.get(THIN) == 0) {
      t.set(OWNER, t.me());
      t.set(THIN, o);
      t.entered();
    } else if (fresh != 0) {
      t.lock(fresh, HOLDS, 1);
      t.lock(fresh, THREADS, heldThinly ? 2 : 1);
      t.lock(fresh, EXCLUSIVE, heldThinly ? 0 : t.me());
      t.insert(fresh);
      t.local(LOCK, fresh);
      t.local(FRESH, 0);
      if (heldThinly) {
        t.go(Step.ACQUIRE_TRY);
      } else {
        t.entered();
      }
    } else if (t.memoryIsShort() && (heldThinly || mistake == Mistake.POLLS_FOR_A_FREE_OBJECT)) {
      t.local(LOCK, 0);
      t.go(Step.ENTER_LOOK);
    } else {
      t.local(LOCK, 0);
      t.local(FRESH, t.world.newLock(o)); // or a spare one
      t.go(Step.ATTACH_FIND);
    }
  }

  private void exitLook(Turn t, int o) {
    t.leaves();
    boolean nested = t.get(BUCKET_HOLDS) != 0;
    if (t.get(OWNER) != t.me() || (nested ? t.get(STATE) != o : t.get(THIN) != 0)) {
      t.go(Step.EXIT_FAT);
    } else if (nested) {
      t.set(BUCKET_HOLDS, t.get(BUCKET_HOLDS) - 1);
      t.left();
    } else {
      t.set(OWNER, 0);
      t.go(Step.EXIT_FREE);
    }
  }

  private void exitFat(Turn t, int o) {
    if (t.get(STATE) == o && t.get(OWNER) == t.me()) {
      if (t.get(BUCKET_HOLDS) != 0) {
        t.check(t.local(World.BUCKET) != 0, "a hold that was not seen before");
        t.set(BUCKET_HOLDS, t.get(BUCKET_HOLDS) - 1);
        t.left();
        return;
      }
      // In a part, or another thread is about to make the bucket fat, and may come too late.
      t.set(OWNER, 0);
      t.go(Step.EXIT_FREE);
      return;
    }
    if (t.goesToPart()) {
      t.go(Step.EXIT_FAT);
      return;
    }
    if (t.get(STATE) != FAT) {
      t.refused();
      return;
    }
    if (t.get(THIN) == o && t.get(OWNER) == t.me()) {
      if (t.get(BUCKET_HOLDS) != 0) {
        t.set(BUCKET_HOLDS, t.get(BUCKET_HOLDS) - 1);
        t.left();
      } else {
        t.go(Step.EXIT_THIN);
      }
      return;
    }
    int l = t.find(o);
    if (l == 0 || t.lock(l, EXCLUSIVE) != t.me()) {
      t.refused();
      return;
    }
    t.local(LOCK, l);
    if (t.lock(l, HOLDS) > 1) {
      t.lock(l, HOLDS, t.lock(l, HOLDS) - 1);
      t.left();
    } else {
      t.go(Step.LEAVE_OWNER);
    }
  }

  private void exitThin(Turn t, int o) {
    t.set(OWNER, 0);
    t.set(THIN, 0);
    int l = t.find(o);
    deflate(t);
    t.local(LOCK, l);
    if (l == 0 || mistake == Mistake.DOES_NOT_HAND_ON_THIN_LOCK) {
      t.left();
    } else {
      t.go(Step.LEAVE_OWNER);
    }
  }

  private void deflate(Turn t) {
    if (t.get(THIN) != 0) {
      return;
    }
    if (t.get(LIST) == 0 || mistake == Mistake.EMPTIES_BUCKET_WITH_LOCKS) {
      t.set(LIST, 0);
      t.set(STATE, t.splits() ? World.SPLIT : 0);
      if (t.local(World.BUCKET) != 0 && mistake == Mistake.JOINS_PARTS_AGAIN) {
        t.world.set(World.bucket(0, STATE), 0);
      }
    } else if (mistake == Mistake.SPLITS_BUCKET_WITH_LOCKS && t.splits()) {
      t.set(STATE, World.SPLIT);
    }
  }

  static int ownLock(Turn t, int o) {
    int l = t.find(o);
    t.check(l != 0 && t.lock(l, EXCLUSIVE) == t.me(), "an IllegalMonitorStateException");
    return l;
  }
}
