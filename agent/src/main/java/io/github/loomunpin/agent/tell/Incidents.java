// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What went wrong or was out of the ordinary, and when. The last ones are kept. Safe for any
 * thread.
 */
public final class Incidents {

  /** How many are kept. */
  static final int MOST = 100;

  /** What has happened. */
  public enum Kind {
    /** Exclusion may be lost. */
    UNSAFE,
    /** The user should know. */
    WARNING,
    /** Carriers were added. */
    CARRIERS,
    /** No carrier has moved for long, of so many. */
    STANDSTILL
  }

  /**
   * One of them.
   *
   * @param millis when it happened, since 1970
   * @param number how many, if that is a question
   * @param text as in the log
   */
  public record Incident(long millis, Kind kind, int number, String text) {}

  /** Receives each incident. */
  public interface Listener {

    /** Called on any thread, which may be loading a class: must not do more than note it. */
    void happened(Incident incident);
  }

  private final Deque<Incident> last = new ArrayDeque<>();
  private final Map<Kind, Long> numbers = new EnumMap<>(Kind.class);
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  void add(Kind kind, String text) {
    add(kind, 1, text);
  }

  void add(Kind kind, int number, String text) {
    Incident incident = new Incident(System.currentTimeMillis(), kind, number, text);
    synchronized (last) {
      if (last.size() == MOST) {
        last.removeFirst();
      }
      last.add(incident);
      numbers.merge(kind, 1L, Long::sum);
    }
    for (int i = 0; i < listeners.size(); i++) {
      listeners.get(i).happened(incident);
    }
  }

  /** Has all that follow told to it. */
  public void tellTo(Listener listener) {
    listeners.add(listener);
  }

  /** How many of a kind there were in all. */
  public long number(Kind kind) {
    synchronized (last) {
      return numbers.getOrDefault(kind, 0L);
    }
  }

  /** Those that are kept, the first first. */
  public List<Incident> list() {
    synchronized (last) {
      return new ArrayList<>(last);
    }
  }
}
