// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known about the thread that a pinned one waited for: who held the monitor it could not
 * enter, or who initialized the class it needed.
 *
 * @param name empty if the thread has none
 * @param id as {@code Thread.threadId()}, -1 if unknown
 * @param doing how that thread blocked meanwhile; of no meaning without a stack
 * @param stack where it did so, {@link Stack#NONE} if nothing was recorded
 * @param busy when it did so, {@link TimeSpan#NEVER} if nothing was recorded
 * @param waitedFor who had the monitor that this one could not enter itself, if it was blocked at
 *     one for most of that time
 */
public record OtherThread(
    String name,
    long id,
    boolean virtual,
    PinCause doing,
    Stack stack,
    TimeSpan busy,
    Optional<OtherThread> waitedFor) {

  /** A thread that was not blocked at a monitor. */
  public OtherThread(
      String name, long id, boolean virtual, PinKind doing, Stack stack, TimeSpan busy) {
    this(name, id, virtual, PinCause.of(doing), stack, busy, Optional.empty());
  }

  /**
   * The events that tell what any thread did meanwhile, besides those of pins. The most likely
   * first.
   */
  public static final List<String> EVENTS =
      List.of(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.SocketRead",
          "jdk.SocketWrite",
          "jdk.FileRead",
          "jdk.FileWrite",
          "jdk.FileForce");

  /** Whom this one waited for, whom that one waited for, and so on; the last is at the root. */
  public List<OtherThread> waitedForInTurn() {
    List<OtherThread> threads = new ArrayList<>();
    Optional<OtherThread> next = waitedFor;
    while (next.isPresent()) {
      threads.add(next.get());
      next = next.get().waitedFor();
    }
    return threads;
  }

  /** What a person calls it. */
  public String title() {
    String kind = virtual ? "virtual thread" : "thread";
    if (name.isEmpty()) {
      return id < 0 ? "another thread" : kind + " #" + id;
    }
    return kind + " \"" + name + "\"";
  }
}
