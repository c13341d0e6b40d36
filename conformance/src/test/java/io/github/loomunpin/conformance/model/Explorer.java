// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Goes through every moment that the protocol can reach with these scripts, whatever order the
 * threads' steps are taken in and whatever fails, and says what is wrong with one of them: two
 * threads inside, a thread that stands still although it need not, a lock left over, or a moment
 * from which no end can be reached any more.
 *
 * <p>A moment that was seen is remembered by 64 bits of a hash. Among ten million of them two share
 * one with a probability of three in a million.
 */
final class Explorer {

  /** How much was explored; what was wrong is null if nothing was. */
  record Result(int moments, int transitions, String wrong) {}

  private static final int INTERRUPT = 100;

  /** In place of an alternative: that the thread is stopped. */
  private static final int STOP = 1000;

  /** In place of an alternative: that the thread goes on. */
  private static final int GO_ON = 1001;

  /** Before parking and after it. */
  private static final Set<Step> STOPPABLE =
      EnumSet.of(Step.QUEUE_SLEEP, Step.QUEUE_PARK, Step.WAIT_WOKEN);

  private final Setting setting;
  private final EnterExit enterExit;
  private final Queueing queueing;
  private final WaitNotify waitNotify;
  private final Rescuing rescuing;
  private final Choices choices = new Choices();
  private final int threads;

  private final Seen seen = new Seen();
  private final Ints parents = new Ints();
  private final Ints actions = new Ints();
  private final Ints from = new Ints();
  private final Ints to = new Ints();
  private final Ints ends = new Ints();
  private final Queue<World> frontier = new ArrayDeque<>();

  private Explorer(Setting setting, Mistake mistake) {
    this.setting = setting;
    enterExit = new EnterExit(mistake);
    queueing = new Queueing(mistake);
    waitNotify = new WaitNotify(mistake);
    rescuing = new Rescuing(mistake);
    threads = setting.scripts().size() + 1;
  }

  static Result explore(Setting setting, Mistake mistake) {
    Explorer explorer = new Explorer(setting, mistake);
    String wrong = explorer.run();
    return new Result(explorer.seen.size(), explorer.to.size(), wrong);
  }

  private String run() {
    add(first(), -1, 0);
    for (int id = 0; !frontier.isEmpty(); id++) {
      World now = frontier.remove();
      boolean moved = false;
      for (int t = 1; t <= threads; t++) {
        boolean rescuer = t == threads;
        boolean rests =
            rescuer
                && now.get(World.thread(t, World.PC)) == Step.DONE.ordinal()
                && !Rescuing.isCalled(now);
        if (rests && moved && !setting.eager()) {
          continue;
        }
        try {
          // What the rescuer finds nothing to do for is no progress.
          moved |= stepAll(now, id, t, rescuer) && !rescuer;
          if (!rescuer) {
            interruptAll(now, id, t);
            stop(now, id, t);
          }
        } catch (Violation e) {
          return e.getMessage() + trace(id, "then " + name(now, t));
        }
      }
      if (!moved) {
        String wrong = atRest(now);
        if (wrong != null) {
          boolean helpComes =
              now.isAnyone(World.LOST)
                  || now.isAnyone(World.STOPPED)
                  || now.get(World.CALLED) != 0
                  || now.get(World.thread(threads, World.PC)) != Step.DONE.ordinal();
          if (!helpComes) {
            return wrong + trace(id, "and that is all");
          }
        } else {
          ends.add(id);
        }
      }
    }
    return unending();
  }

  private World first() {
    World w = new World(threads);
    w.set(World.FAILURES, setting.failures());
    w.set(World.INTERRUPTS, setting.interrupts());
    w.set(World.SPLITS, setting.splits() ? 1 : 0);
    w.set(World.STOPS, setting.stops());
    for (int t = 1; t < threads; t++) {
      turn(w, t).begin();
    }
    return w;
  }

  private Turn turn(World w, int t) {
    Script script = t == threads ? null : setting.scripts().get(t - 1);
    return new Turn(w, t, script, choices, setting.full(), t <= setting.serving());
  }

  private boolean stepAll(World now, int id, int t, boolean rescuer) {
    Step step = Step.of(now.get(World.thread(t, World.PC)));
    if (step == Step.DONE && !rescuer) {
      return false;
    }
    boolean moved = false;
    int alternative = 0;
    do {
      World next = new World(now.bytes);
      choices.begin();
      if (step(turn(next, t), step)) {
        moved = true;
        next.collect();
        link(id, next, t + INTERRUPT * 2 * alternative);
      }
      alternative++;
    } while (choices.next());
    return moved;
  }

  private boolean step(Turn turn, Step step) {
    if (turn.local(World.STOPPED) != 0) {
      if (!turn.world.haveOthersEnded(turn.me())) {
        return false;
      }
      turn.local(World.STOPPED, 0);
    }
    if (EnterExit.STEPS.contains(step)) {
      return enterExit.step(turn, step);
    }
    if (Queueing.STEPS.contains(step)) {
      return queueing.step(turn, step);
    }
    return Rescuing.STEPS.contains(step) ? rescuing.step(turn, step) : waitNotify.step(turn, step);
  }

  private void interruptAll(World now, int id, int t) {
    if (now.get(World.INTERRUPTS) == 0
        || now.get(World.thread(t, World.PC)) == Step.DONE.ordinal()) {
      return;
    }
    do {
      World next = new World(now.bytes);
      choices.begin();
      next.set(World.INTERRUPTS, next.get(World.INTERRUPTS) - 1);
      next.set(World.thread(t, World.INTERRUPTED), 1);
      turn(next, t).unpark(t); // may fail, of which only the interrupter learns
      link(id, next, t + INTERRUPT);
    } while (choices.next());
  }

  private void stop(World now, int id, int t) {
    Step step = Step.of(now.get(World.thread(t, World.PC)));
    if (STOPPABLE.contains(step)
        && t > setting.serving()
        && now.get(World.STOPS) > 0
        && now.get(World.thread(t, World.STOPPED)) == 0) {
      World next = new World(now.bytes);
      stop(next, t);
      link(id, next, t + INTERRUPT * 2 * STOP);
    }
    if (setting.slow() && now.get(World.thread(t, World.STOPPED)) != 0) {
      World next = new World(now.bytes);
      next.set(World.thread(t, World.STOPPED), 0);
      link(id, next, t + INTERRUPT * 2 * GO_ON);
    }
  }

  private static void stop(World w, int t) {
    w.set(World.STOPS, w.get(World.STOPS) - 1);
    w.set(World.thread(t, World.STOPPED), 1);
  }

  private void link(int id, World next, int action) {
    from.add(id);
    to.add(add(next, id, action));
  }

  private int add(World w, int parent, int action) {
    int known = seen.size();
    int id = seen.add(w.bytes);
    if (id == known) {
      parents.add(parent);
      actions.add(action);
      frontier.add(w);
    }
    return id;
  }

  /** Null if it is all right that no thread can go on. */
  private String atRest(World w) {
    boolean done = true;
    for (int t = 1; t < threads; t++) {
      Step step = Step.of(w.get(World.thread(t, World.PC)));
      if (step == Step.DONE) {
        continue;
      }
      done = false;
      int n = w.get(World.thread(t, World.NODE));
      int object = turn(w, t).object();
      boolean waitsRightly =
          step == Step.WAIT_PARKED
              && w.get(World.node(n, World.STATUS)) == Parking.WAITING
              && w.get(World.count(object)) == 0;
      if (!waitsRightly) {
        return name(w, t) + ", and nobody will help";
      }
    }
    return done && !isEmpty(w) ? "a lock is left over" : null;
  }

  private static boolean isEmpty(World w) {
    boolean empty = true;
    for (int b = 0; b <= World.LAST_BUCKET; b++) {
      int state = w.get(World.bucket(b, World.STATE));
      empty &= state == 0 || b == 0 && state == World.SPLIT;
      empty &= w.get(World.bucket(b, World.LIST)) == 0;
      empty &= w.get(World.bucket(b, World.SPIN)) == 0;
    }
    return empty;
  }

  /** Goes back from the ends. */
  private String unending() {
    Ints.Groups into = Ints.Groups.of(to, from, seen.size());
    boolean[] ending = new boolean[seen.size()];
    Ints rest = new Ints();
    for (int i = 0; i < ends.size(); i++) {
      ending[ends.get(i)] = true;
      rest.add(ends.get(i));
    }
    for (int i = 0; i < rest.size(); i++) {
      int at = rest.get(i);
      for (int link = into.begins()[at]; link < into.begins()[at + 1]; link++) {
        int before = into.values()[link];
        if (!ending[before]) {
          ending[before] = true;
          rest.add(before);
        }
      }
    }
    for (int id = 0; id < ending.length; id++) {
      if (!ending[id]) {
        return "it can go on for ever" + trace(id, "and no end can be reached");
      }
    }
    return null;
  }

  private String name(World w, int t) {
    Step step = Step.of(w.get(World.thread(t, World.PC)));
    return "thread " + t + " is at " + step + " (" + step.method + ")";
  }

  /** How a moment is reached, by the threads' steps from the beginning. */
  private String trace(int id, String last) {
    List<Integer> path = new ArrayList<>();
    for (int at = id; parents.get(at) >= 0; at = parents.get(at)) {
      path.add(actions.get(at));
    }
    Collections.reverse(path);
    StringBuilder text = new StringBuilder(":\n");
    World w = first();
    for (int action : path) {
      int t = action % INTERRUPT;
      boolean interrupt = action / INTERRUPT % 2 == 1;
      text.append("  ").append(interrupt ? "an interrupt while " : "").append(name(w, t));
      if (interrupt) {
        w.set(World.INTERRUPTS, w.get(World.INTERRUPTS) - 1);
        w.set(World.thread(t, World.INTERRUPTED), 1);
        w.set(World.thread(t, World.PERMIT), 1);
      } else if (action / INTERRUPT / 2 == STOP) {
        stop(w, t);
        text.append(" and is stopped");
      } else if (action / INTERRUPT / 2 == GO_ON) {
        w.set(World.thread(t, World.STOPPED), 0);
        text.append(" and goes on");
      } else {
        again(w, t, action / INTERRUPT / 2);
        w.collect();
      }
      text.append('\n');
    }
    return text.append("  ").append(last).toString();
  }

  private void again(World w, int t, int alternative) {
    byte[] before = w.bytes.clone();
    for (int i = 0; ; i++) {
      System.arraycopy(before, 0, w.bytes, 0, before.length);
      choices.begin();
      step(turn(w, t), Step.of(w.get(World.thread(t, World.PC))));
      boolean more = choices.next();
      if (i == alternative) {
        while (more) {
          more = choices.next();
        }
        return;
      }
    }
  }
}
