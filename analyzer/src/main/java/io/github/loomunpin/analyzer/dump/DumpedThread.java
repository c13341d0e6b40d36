// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.Stack;
import java.util.List;

/**
 * One thread of a dump.
 *
 * @param id its number in the JVM; 0 if unknown
 * @param name empty for a thread without one
 * @param state a {@code Thread.State}; empty if the dump does not tell
 * @param stack {@link Stack#NONE} if it has none, or if the dump does not tell
 * @param carries number of the virtual thread on this carrier; 0 if there is none, or if the dump
 *     does not tell
 * @param carrier number of the carrier this virtual thread is on; 0 likewise
 * @param carrierName likewise; empty if unknown
 * @param cpuNanos processor time it has used; -1 if the dump does not tell
 */
public record DumpedThread(
    long id,
    String name,
    boolean virtual,
    String state,
    Stack stack,
    List<LockNote> locks,
    long carries,
    long carrier,
    String carrierName,
    long cpuNanos) {

  /** The name without its number, such as {@code ForkJoinPool-1-worker-}. */
  public String pool() {
    return name.replaceFirst("\\d+$", "");
  }

  /** As a user knows it, such as {@code "worker" #29}. */
  public String label() {
    String number = id == 0 ? "" : "#" + id;
    if (name.isEmpty()) {
      return number.isEmpty() ? "a virtual thread" : number;
    }
    return number.isEmpty() ? "\"" + name + "\"" : "\"" + name + "\" " + number;
  }
}
