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
 */
record Setting(
    List<Script> scripts,
    int failures,
    int interrupts,
    boolean full,
    boolean splits,
    int stops,
    boolean eager,
    boolean slow) {

  static Setting of(int failures, int interrupts, String... scripts) {
    List<Script> all = Arrays.stream(scripts).map(Script::of).toList();
    return new Setting(all, failures, interrupts, false, false, 0, false, false);
  }

  Setting withFullHeap() {
    return new Setting(scripts, failures, interrupts, true, splits, stops, eager, slow);
  }

  Setting withSplitting() {
    return new Setting(scripts, failures, interrupts, full, true, stops, eager, slow);
  }

  Setting withStops(int number) {
    return new Setting(scripts, failures, interrupts, full, splits, number, eager, slow);
  }

  Setting withEagerRescuer() {
    return new Setting(scripts, failures, interrupts, full, splits, stops, true, slow);
  }

  Setting withSlowThreads() {
    return new Setting(scripts, failures, interrupts, full, splits, stops, eager, true);
  }
}
