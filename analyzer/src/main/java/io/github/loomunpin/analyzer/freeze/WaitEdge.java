// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.sight.Surety;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thread waits for another.
 *
 * @param what it waits for, one clause
 */
public record WaitEdge(ThreadView waiter, ThreadView owner, String what, Surety surety) {

  /** What the owner perhaps runs. */
  public static final String TASK = "a task";

  /** Stands before the class that the owner initializes. */
  public static final String INITIALIZATION = "the initialization of ";

  /** What the owner perhaps gives. */
  public static final String NOTIFICATION = HandoverMethod.NOTIFICATION.what();

  private static final Set<String> GIVEN =
      Stream.of(HandoverMethod.values())
          .map(HandoverMethod::what)
          .collect(Collectors.toUnmodifiableSet());

  /** Whether the owner does not have what is waited for, but perhaps gives it. */
  public boolean isGiven() {
    return GIVEN.contains(what);
  }

  /** Whether time ends the wait, or may. */
  boolean mayTimeOut() {
    return waiter.waits().filter(Waits::mayTimeOut).isPresent();
  }

  /** What the owner perhaps does; empty if it has what is waited for. */
  public String deed() {
    return what.equals(TASK) ? "runs" : isGiven() ? "gives" : "";
  }
}
