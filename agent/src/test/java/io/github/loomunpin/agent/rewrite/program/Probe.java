// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * What programs call to show where they are. Each call notes which locks the thread holds, natively
 * or in {@link Ledger}, and one of them throws. One thread at a time.
 */
public final class Probe {

  private static List<Named> locks = List.of();
  private static List<String> trace = new ArrayList<>();
  private static int hits;
  private static int throwAt;

  private Probe() {}

  /** An object that may be locked. */
  public record Named(String name, Object lock) {}

  /**
   * @param watched in the order in which they are shown
   * @param at the number of the call that throws, 0 for none
   */
  public static void start(List<Named> watched, int at) {
    locks = watched;
    throwAt = at;
    trace = new ArrayList<>();
    hits = 0;
  }

  public static List<String> trace() {
    return trace;
  }

  public static int hits() {
    return hits;
  }

  public static void at(int id) {
    trace.add(id + " " + held());
    if (++hits == throwAt) {
      throw Probe.<RuntimeException>unchecked(Boom.of(hits, id));
    }
  }

  public static int at(int id, int value) {
    at(id);
    return value;
  }

  public static Object at(int id, Object value) {
    at(id);
    return value;
  }

  public static void caught(int id, Throwable thrown) {
    trace.add(id + " caught " + Behaviour.describe(thrown) + " " + held());
  }

  public static void note(int id, Object value) {
    trace.add(id + " is " + value + " " + held());
  }

  /** Makes the wait that follows end at once. */
  public static void interrupt() {
    Thread.currentThread().interrupt();
  }

  public static Resource open(int id) {
    at(id);
    return new Resource(id);
  }

  /** Something to close. */
  public static final class Resource implements AutoCloseable {

    private final int id;

    Resource(int id) {
      this.id = id;
    }

    @Override
    public void close() {
      at(id);
    }
  }

  /** The locks held now, in a fixed order. */
  static String held() {
    StringJoiner held = new StringJoiner(" ", "[", "]");
    for (Named each : locks) {
      if (Ledger.isHeld(each.lock())) {
        held.add(each.name());
      }
      if (Thread.holdsLock(each.lock())) {
        held.add(each.name());
        Ledger.checkNative(each.lock(), each.name());
      }
    }
    return held.toString();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
