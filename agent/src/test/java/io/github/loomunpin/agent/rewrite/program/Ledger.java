// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The locks of {@link FakeMonitors}: who holds what, in which order, and whether every call was
 * right. One thread at a time.
 */
public final class Ledger {

  /** A program that is still at it by then never ends. */
  private static final int RUNAWAY = 20_000;

  private static final List<Object> held = new ArrayList<>();
  private static final List<String> violations = new ArrayList<>();
  private static Predicate<Object> modes = o -> false;
  private static int enters;
  private static int exits;
  private static int failEnter;
  private static int failExit;

  private Ledger() {}

  /**
   * @param isNative the mode of every object
   * @param failingEnter the number of the enter that throws before it locks, 0 for none
   * @param failingExit the number of the exit that throws before it releases, 0 for none
   */
  public static void start(Predicate<Object> isNative, int failingEnter, int failingExit) {
    modes = isNative;
    failEnter = failingEnter;
    failExit = failingExit;
    held.clear();
    violations.clear();
    enters = 0;
    exits = 0;
  }

  public static int enters() {
    return enters;
  }

  public static int exits() {
    return exits;
  }

  /** What was done wrong since the start, and what is still held. */
  public static List<String> violations() {
    List<String> all = new ArrayList<>(violations);
    held.forEach(lock -> all.add("still held: " + lock.getClass().getName()));
    return all;
  }

  public static void enter(Object lock) {
    if (lock == null) {
      throw new NullPointerException("no lock");
    }
    if (++enters == failEnter) {
      throw new StackOverflowError("enter " + enters);
    }
    if (isNative(lock)) {
      violations.add("entered virtually, but is native: " + lock.getClass().getName());
    }
    held.add(lock);
  }

  public static void exit(Object lock) {
    if (++exits > RUNAWAY) {
      held.clear();
      violations.add("runaway");
      return;
    }
    int newest = held.size() - 1;
    if (newest < 0 || held.get(newest) != lock) {
      violations.add("exit " + exits + " out of order");
      if (!remove(lock)) {
        throw new IllegalMonitorStateException();
      }
      return;
    }
    held.remove(newest);
    if (exits == failExit) {
      // What is tried again now is no longer there, and so is noticed.
      throw new StackOverflowError("exit " + exits);
    }
  }

  public static boolean isNative(Object lock) {
    return lock != null && modes.test(lock);
  }

  public static boolean isHeld(Object lock) {
    return isIn(held, lock);
  }

  private static boolean isIn(List<Object> locks, Object lock) {
    return locks.stream().anyMatch(each -> each == lock);
  }

  static void checkNative(Object lock, String name) {
    if (!isNative(lock)) {
      violations.add("entered natively, but is virtual: " + name);
    }
  }

  private static boolean remove(Object lock) {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i) == lock) {
        held.remove(i);
        return true;
      }
    }
    return false;
  }
}
