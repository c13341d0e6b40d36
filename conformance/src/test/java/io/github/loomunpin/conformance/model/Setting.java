// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.Arrays;
import java.util.List;

/**
 * What is explored.
 *
 * @param failures how often an allocation, parking or unparking may fail, or the stack be short
 * @param interrupts how often a thread may be interrupted
 * @param full whether no memory can be allocated at all
 * @param splits whether the bucket may split
 * @param stops how many threads may be stopped where the JDK may need a lock for them
 * @param eager whether the rescuer looks after these at any time, or only when all stand still
 * @param slow whether these may also go on at any time; that others need them does not show then
 * @param serving how many threads, from the first on, others need in order to run
 */
record Setting(
    List<Script> scripts,
    int failures,
    int interrupts,
    boolean full,
    boolean splits,
    int stops,
    boolean eager,
    boolean slow,
    int serving) {

  static Setting of(int failures, int interrupts, String... scripts) {
    List<Script> all = Arrays.stream(scripts).map(Script::of).toList();
    return new Setting(all, failures, interrupts, false, false, 0, false, false, 0);
  }

  Setting withFullHeap() {
    return new Setting(scripts, failures, interrupts, true, splits, stops, eager, slow, serving);
  }

  Setting withSplitting() {
    return new Setting(scripts, failures, interrupts, full, true, stops, eager, slow, serving);
  }

  Setting withStops(int number) {
    return new Setting(scripts, failures, interrupts, full, splits, number, eager, slow, serving);
  }

  Setting withEagerRescuer() {
    return new Setting(scripts, failures, interrupts, full, splits, stops, true, slow, serving);
  }

  Setting withSlowThreads() {
    return new Setting(scripts, failures, interrupts, full, splits, stops, eager, true, serving);
  }

  /** The others may be stopped, and go on when these have ended. */
  Setting withServing(int number) {
    return new Setting(scripts, failures, interrupts, full, splits, stops, eager, slow, number);
  }
}
