// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All orders in which two carriers, a thread of the agent that runs a virtual thread out of turn,
 * and threads that unpark it can meet at this virtual thread. The steps are those of {@code
 * VirtualThread} in JDK 21.0.4 to 21.0.8, each of which reads or writes one field; in 21.0.2 {@code
 * UNPARKED} and {@code YIELDED} are one state.
 */
final class TurnModel {

  private static final int RUNNING = 0;
  private static final int PARKING = 1;
  private static final int PARKED = 2;
  private static final int UNPARKED = 3;
  private static final int YIELDING = 4;
  private static final int YIELDED = 5;
  private static final int TERMINATED = 6;

  /** What is known of the virtual thread; {@code AT} is how much of its code it has run. */
  private static final int STATE = 0;

  private static final int PERMIT = 1;
  private static final int QUEUED = 2;
  private static final int AT = 3;

  /** How often the agent may still begin, and how often others may still unpark. */
  private static final int TURNS = 4;

  private static final int UNPARKS = 5;

  /** Where the three runners are and what they have read, then where the unparking thread is. */
  private static final int RUNNER = 6;

  private static final int AGENT = 2;
  private static final int RUNNERS = 3;
  private static final int UNPARKER = RUNNER + 2 * RUNNERS;
  private static final int SIZE = UNPARKER + 2;

  private static final int IDLE = 0;
  private static final int READ = 1;
  private static final int TAKE = 2;
  private static final int USE_PERMIT = 3;
  private static final int MOUNT = 4;
  private static final int RUN = 5;
  private static final int PARK = 6;
  private static final int LEFT = 7;
  private static final int LOOK_FOR_PERMIT = 8;
  private static final int UNPARK_ITSELF = 9;
  private static final int SUBMIT = 10;

  private final String code;
  private final boolean compares;

  /**
   * @param code what the virtual thread does: P parks, Y yields
   * @param compares whether a runner takes the thread only if its state is still what it has read
   */
  TurnModel(String code, boolean compares) {
    this.code = code;
    this.compares = compares;
  }

  /** What can go wrong, if anything can. */
  Optional<String> problem() {
    int[] start = new int[SIZE];
    start[STATE] = YIELDED;
    start[QUEUED] = 1;
    start[TURNS] = 3;
    start[UNPARKS] = code.length();
    Set<List<Integer>> seen = new HashSet<>();
    Deque<int[]> left = new ArrayDeque<>();
    left.add(start);
    while (!left.isEmpty()) {
      int[] world = left.pop();
      if (seen.add(Arrays.stream(world).boxed().toList())) {
        List<int[]> next = next(world);
        left.addAll(next);
        Optional<String> problem = problemOf(world, next.isEmpty());
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> problemOf(int[] w, boolean ended) {
    int running = 0;
    for (int i = 0; i < RUNNERS; i++) {
      int at = w[RUNNER + 2 * i];
      running += at == RUN || at == PARK ? 1 : 0;
    }
    if (running > 1) {
      return Optional.of("run by two");
    }
    boolean waits = w[STATE] == PARKED && w[PERMIT] == 0;
    return ended && !waits && w[STATE] != TERMINATED
        ? Optional.of("lost in state " + w[STATE])
        : Optional.empty();
  }

  private List<int[]> next(int[] w) {
    List<int[]> all = new ArrayList<>();
    for (int i = 0; i < RUNNERS; i++) {
      int[] n = w.clone();
      if (step(n, i)) {
        all.add(n);
      }
    }
    int[] n = w.clone();
    if (unpark(n)) {
      all.add(n);
    }
    return all;
  }

  /** One step of a carrier or of the agent; false if there is none. */
  private boolean step(int[] w, int i) {
    int at = RUNNER + 2 * i;
    int read = at + 1;
    switch (w[at]) {
      case IDLE -> {
        // The agent begins whenever it likes: what it has seen of the state may be old.
        int source = i == AGENT ? TURNS : QUEUED;
        if (w[source] == 0) {
          return false;
        }
        w[source]--;
        w[at] = READ;
      }
      case READ -> {
        w[read] = w[STATE];
        w[at] = w[STATE] == UNPARKED || w[STATE] == YIELDED ? TAKE : IDLE;
      }
      case TAKE -> {
        boolean takes = w[STATE] == w[read] || !compares;
        w[STATE] = takes ? RUNNING : w[STATE];
        w[at] = !takes ? IDLE : w[read] == UNPARKED ? USE_PERMIT : MOUNT;
      }
      case USE_PERMIT -> {
        w[PERMIT] = 0;
        w[at] = MOUNT;
      }
      case MOUNT -> w[at] = RUN;
      case RUN -> run(w, at);
      case PARK -> {
        w[STATE] = PARKING;
        w[at] = LEFT;
      }
      case LEFT -> {
        boolean parks = w[STATE] == PARKING;
        boolean ends = w[STATE] == TERMINATED;
        w[STATE] = parks ? PARKED : ends ? TERMINATED : YIELDED;
        w[at] = parks ? LOOK_FOR_PERMIT : ends ? IDLE : SUBMIT;
      }
      case LOOK_FOR_PERMIT -> w[at] = w[PERMIT] == 0 ? IDLE : UNPARK_ITSELF;
      case UNPARK_ITSELF -> {
        w[at] = w[STATE] == PARKED ? SUBMIT : IDLE;
        w[STATE] = w[STATE] == PARKED ? UNPARKED : w[STATE];
      }
      default -> {
        w[QUEUED]++;
        w[at] = IDLE;
      }
    }
    w[read] = w[at] == TAKE ? w[read] : 0;
    return true;
  }

  /** The next thing that the code of the virtual thread does. */
  private void run(int[] w, int at) {
    if (w[AT] == code.length()) {
      w[STATE] = TERMINATED;
      w[at] = LEFT;
    } else if (code.charAt(w[AT]++) == 'Y') {
      w[STATE] = YIELDING;
      w[at] = LEFT;
    } else if (w[PERMIT] == 0) {
      w[at] = PARK;
    } else {
      w[PERMIT] = 0;
    }
  }

  private boolean unpark(int[] w) {
    switch (w[UNPARKER]) {
      case IDLE -> {
        if (w[UNPARKS] == 0) {
          return false;
        }
        w[UNPARKS]--;
        w[UNPARKER] = w[PERMIT] == 0 ? READ : IDLE;
        w[PERMIT] = 1;
      }
      case READ -> w[UNPARKER] = w[STATE] == PARKED ? TAKE : IDLE;
      case TAKE -> {
        w[UNPARKER] = w[STATE] == PARKED ? SUBMIT : IDLE;
        w[STATE] = w[STATE] == PARKED ? UNPARKED : w[STATE];
      }
      default -> {
        w[QUEUED]++;
        w[UNPARKER] = IDLE;
      }
    }
    return true;
  }
}
