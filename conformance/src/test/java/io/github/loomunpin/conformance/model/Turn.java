// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.World.CALLED;
import static io.github.loomunpin.conformance.model.World.FAILURES;
import static io.github.loomunpin.conformance.model.World.LOCK;
import static io.github.loomunpin.conformance.model.World.PHASE;
import static io.github.loomunpin.conformance.model.World.SAVED;
import static io.github.loomunpin.conformance.model.World.SPIN;
import static io.github.loomunpin.conformance.model.World.WAITS;

import java.util.List;

/** A thread at the moment of its step: what it may look at and do, and what is checked of it. */
final class Turn {

  /** Why a thread enters or leaves: as its script says, or within a wait without memory. */
  static final int LETTING_IN = 1;

  static final int COMING_BACK = 2;

  final World world;
  private final int me;
  private final Script script;
  private final Choices choices;
  private final boolean full;
  private final boolean serving;

  Turn(World world, int me, Script script, Choices choices, boolean full, boolean serving) {
    this.world = world;
    this.me = me;
    this.script = script;
    this.choices = choices;
    this.full = full;
    this.serving = serving;
  }

  int me() {
    return me;
  }

  int object() {
    return op().object();
  }

  Script.Op op() {
    return script.ops().get(local(World.OP));
  }

  /** A field of the bucket where the thread is, or of the world. */
  int get(int field) {
    return world.get(shown(field));
  }

  void set(int field, int value) {
    world.set(shown(field), value);
  }

  private int shown(int field) {
    return field < World.BUCKET_SIZE ? World.bucket(local(World.BUCKET), field) : field;
  }

  /** The lock of the object in the bucket where the thread is, or 0. */
  int find(int object) {
    return world.find(local(World.BUCKET), object);
  }

  void insert(int l) {
    world.insert(local(World.BUCKET), l);
  }

  void remove(int l) {
    world.remove(local(World.BUCKET), l);
  }

  /** Goes from the bucket to the object's part if parts have taken its place. */
  boolean goesToPart() {
    if (get(World.STATE) != World.SPLIT) {
      return false;
    }
    check(local(World.BUCKET) == 0, "a part is split");
    local(World.BUCKET, object());
    return true;
  }

  /** Whether parts shall take the place of the bucket that is empty now. */
  boolean splits() {
    if (local(World.BUCKET) == 0 && get(World.SPLITS) > 0 && choices.pick(2) == 1) {
      set(World.SPLITS, get(World.SPLITS) - 1);
      return true;
    }
    return false;
  }

  int local(int field) {
    return world.get(World.thread(me, field));
  }

  void local(int field, int value) {
    world.set(World.thread(me, field), value);
  }

  int lock(int l, int field) {
    return world.get(World.lock(l, field));
  }

  void lock(int l, int field, int value) {
    world.set(World.lock(l, field), value);
  }

  int node(int n, int field) {
    return world.get(World.node(n, field));
  }

  void node(int n, int field, int value) {
    world.set(World.node(n, field), value);
  }

  void go(Step step) {
    local(World.PC, step.ordinal());
  }

  /** A critical section; the body leaves the spin lock taken if it goes on. */
  boolean spin(Runnable body) {
    if (get(SPIN) != 0) {
      return false;
    }
    body.run();
    return true;
  }

  int pickOf(int n) {
    return choices.pick(n);
  }

  /** One of the few failures that are to happen, perhaps here. */
  boolean fails() {
    if (get(FAILURES) > 0 && choices.pick(2) == 1) {
      set(FAILURES, get(FAILURES) - 1);
      return true;
    }
    return false;
  }

  /** Whether this is one of the threads that others need in order to run. */
  boolean isServing() {
    return serving;
  }

  boolean memoryIsShort() {
    return full || fails();
  }

  void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new Violation(otherwise);
    }
  }

  boolean isWaiting() {
    return local(WAITS) != 0;
  }

  /** The thread owns the object now: what it may do depends on nobody else being inside. */
  void entered() {
    int o = object();
    int inside = World.inside(o);
    check(get(inside) == 0 || get(inside) == me, "two threads are inside");
    check(!isWaiting() || get(inside) == 0, "two threads are inside");
    set(inside, me);
    if (isWaiting()) {
      check(lock(local(LOCK), World.HOLDS) == local(SAVED), "holds are lost while waiting");
      set(World.depth(o), local(SAVED));
      go(Step.WAIT_PART);
      return;
    }
    set(World.depth(o), get(World.depth(o)) + 1);
    if (local(PHASE) == COMING_BACK) {
      local(SAVED, local(SAVED) - 1);
      int left = local(SAVED);
      clear();
      if (left == 0) {
        waited(false);
      } else {
        local(PHASE, COMING_BACK);
        local(SAVED, left);
        go(Step.ENTER_LOOK);
      }
      return;
    }
    next();
  }

  /** Counts the thread out, before anything shows it to others. */
  void leaves() {
    int o = object();
    if (isMisuse()) {
      check(get(World.inside(o)) != me, "the script leaves what it holds");
      return;
    }
    int left = get(World.depth(o)) - 1;
    set(World.depth(o), left);
    if (left == 0) {
      set(World.inside(o), 0);
    }
  }

  private boolean isMisuse() {
    return op().kind() == Script.Kind.MISUSE;
  }

  /** Leaving ends with an {@link IllegalMonitorStateException}. */
  void refused() {
    check(isMisuse(), "an IllegalMonitorStateException");
    next();
  }

  void left() {
    check(!isMisuse(), "left without having entered");
    if (local(PHASE) == LETTING_IN) {
      int exits = local(SAVED) + 1;
      boolean inside = get(World.inside(object())) == me;
      clear();
      local(SAVED, exits);
      local(PHASE, inside ? LETTING_IN : COMING_BACK);
      go(inside ? Step.EXIT_LOOK : Step.PAUSE);
      return;
    }
    next();
  }

  private void clear() {
    world.clearLocals(me);
  }

  /** A wait is over, with the lock held again. */
  void waited(boolean interrupted) {
    Script.Op op = op();
    clear();
    if (interrupted) {
      next();
    } else if (op.kind() == Script.Kind.TAKE) {
      begin();
    } else {
      take(op.object());
      next();
    }
  }

  private boolean take(int o) {
    int there = get(World.count(o));
    if (there > 0) {
      set(World.count(o), there - 1);
    }
    return there > 0;
  }

  private void next() {
    clear();
    local(World.OP, local(World.OP) + 1);
    begin();
  }

  /** Goes to the first step of the present operation, or of the next one that has steps. */
  void begin() {
    List<Script.Op> ops = script.ops();
    while (local(World.OP) < ops.size()) {
      int o = object();
      switch (op().kind()) {
        case ENTER -> {
          go(Step.ENTER_LOOK);
          return;
        }
        case EXIT, MISUSE -> {
          go(Step.EXIT_LOOK);
          return;
        }
        case TAKE, TAKE_LIMITED -> {
          if (!take(o)) {
            local(WAITS, 1);
            go(Step.PROMOTE_LOOK);
            return;
          }
        }
        case PUT -> set(World.count(o), get(World.count(o)) + 1);
        case NOTIFY, NOTIFY_ALL -> {
          go(Step.SIGNAL_LOOK);
          return;
        }
      }
      local(World.OP, local(World.OP) + 1);
    }
    go(Step.DONE);
  }

  /** Unparks a thread of the model: never fails unless it is parked and virtual. */
  boolean unpark(int thread) {
    int permit = World.thread(thread, World.PERMIT);
    if (get(permit) != 0) {
      return true;
    }
    set(permit, 1);
    Step at = Step.of(get(World.thread(thread, World.PC)));
    boolean parked = at == Step.QUEUE_PARKED || at == Step.WAIT_PARKED;
    if (parked && fails()) {
      set(World.thread(thread, World.LOST), 1);
      // Either the caller learns of it, or nobody does, as on the carrier or in the timer.
      return pickOf(2) == 1;
    }
    return true;
  }

  void callRescuer() {
    set(CALLED, 1);
  }
}
