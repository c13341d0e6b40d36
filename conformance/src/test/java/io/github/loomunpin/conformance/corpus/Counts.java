// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.TreeMap;

/** What one artifact, or many together, came to. Sent from JVM to JVM. */
final class Counts implements Serializable {

  private static final long serialVersionUID = 1;

  private final EnumMap<Count, Long> counts = new EnumMap<>(Count.class);

  /** Entering sites by the reason of their decision. */
  final TreeMap<String, Integer> nativeReasons = new TreeMap<>();

  final TreeMap<String, Integer> runTimeReasons = new TreeMap<>();

  /** Methods in the slow conditional form, and why. */
  final ArrayList<String> slowMethods = new ArrayList<>();

  /** Methods whose two copies pass the size that is compiled at all, with both sizes. */
  final ArrayList<String> grownHuge = new ArrayList<>();

  /** What must not be: one line each. */
  final ArrayList<String> failures = new ArrayList<>();

  void add(Count count, long amount) {
    counts.merge(count, amount, Long::sum);
  }

  void add(Count count) {
    add(count, 1);
  }

  long get(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  long entering() {
    return get(Count.SYNCHRONIZED_METHODS) + get(Count.BLOCKS);
  }

  /** Sites that are converted and compiled, of all that enter a monitor. */
  double convertedShare() {
    return (double) converted() / entering();
  }

  /**
   * Sites that are converted and compiled, of all that enter a monitor, without those whose object
   * the JDK may lock as well.
   */
  double convertedShareOfSafe() {
    return (double) converted() / (entering() - get(Count.ENTER_NATIVE));
  }

  long converted() {
    return get(Count.ENTER_VIRTUAL) + get(Count.ENTER_AT_RUN_TIME) - get(Count.ENTER_SLOW);
  }

  void addAll(Counts other) {
    other.counts.forEach(this::add);
    other.nativeReasons.forEach((why, n) -> nativeReasons.merge(why, n, Integer::sum));
    other.runTimeReasons.forEach((why, n) -> runTimeReasons.merge(why, n, Integer::sum));
    slowMethods.addAll(other.slowMethods);
    grownHuge.addAll(other.grownHuge);
    failures.addAll(other.failures);
  }
}
