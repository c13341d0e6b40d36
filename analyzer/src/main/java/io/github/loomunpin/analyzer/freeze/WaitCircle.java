// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Threads that wait for each other.
 *
 * <p>In a circle each waits for the next. If it is not known for which of some threads one waits,
 * they wait for each other all the same if each of these threads is one of them:
 *
 * <ol>
 *   <li>Take away, until nothing changes, each thread that moves, that waits for no known thread,
 *       or that may wait for one which was taken away.
 *   <li>From any thread left, only threads that are left can be reached. The smallest set that can
 *       be reached from one of them is the circle.
 * </ol>
 */
final class WaitCircle {

  private final List<ThreadView> threads;
  private final WaitGraph graph;

  /** The threads that step 1 leaves. */
  private final Set<ThreadView> left = identitySet();

  private WaitCircle(List<ThreadView> threads, WaitGraph graph) {
    this.threads = threads;
    this.graph = graph;
    threads.stream().filter(this::mayBeIn).forEach(left::add);
    while (left.removeIf(thread -> !left.containsAll(owners(thread)))) {}
  }

  /**
   * The waits of a circle; none if there is none. Of several circles it is the first without
   * guesses, else the first whose monitors no other thread may hold.
   */
  static List<WaitEdge> of(List<ThreadView> threads, WaitGraph graph) {
    return new WaitCircle(threads, graph).find();
  }

  /**
   * Whether a thread may be part of a circle, as far as it alone tells: where several may have what
   * it waits for, no unknown one may have it as well.
   */
  private boolean mayBeIn(ThreadView thread) {
    List<WaitEdge> waits = graph.from(thread);
    boolean allKnown =
        waits.stream().allMatch(edge -> edge.deed().isEmpty()) && !graph.mayBeHeldUnseen(thread);
    return thread.isStill() && (waits.size() == 1 || !waits.isEmpty() && allKnown);
  }

  private List<ThreadView> owners(ThreadView thread) {
    return graph.from(thread).stream().map(WaitEdge::owner).toList();
  }

  private List<WaitEdge> find() {
    Optional<List<WaitEdge>> guessed = Optional.empty();
    Set<ThreadView> done = identitySet();
    for (ThreadView start : threads) {
      if (left.contains(start) && reached(start).stream().noneMatch(done::contains)) {
        List<ThreadView> circle = smallest(start);
        done.addAll(circle);
        List<WaitEdge> waits =
            circle.stream().flatMap(thread -> graph.from(thread).stream()).toList();
        if (waits.stream().noneMatch(edge -> edge.surety() == Surety.POSSIBLE)) {
          return waits;
        }
        guessed = guessed.isPresent() || mayBeOthers(circle) ? guessed : Optional.of(waits);
      }
    }
    return guessed.orElse(List.of());
  }

  private List<ThreadView> smallest(ThreadView start) {
    List<ThreadView> smallest = reached(start);
    for (ThreadView thread : List.copyOf(smallest)) {
      List<ThreadView> reached = reached(thread);
      smallest = reached.size() < smallest.size() ? reached : smallest;
    }
    return smallest;
  }

  /** A thread, those for which it waits, and those for which these wait, in this order. */
  private List<ThreadView> reached(ThreadView start) {
    Set<ThreadView> known = identitySet();
    List<ThreadView> reached = new ArrayList<>();
    Deque<ThreadView> front = new ArrayDeque<>(List.of(start));
    while (!front.isEmpty()) {
      ThreadView thread = front.remove();
      if (known.add(thread)) {
        reached.add(thread);
        front.addAll(owners(thread));
      }
    }
    return reached;
  }

  /** Whether a monitor may be held by a thread whose code does not tell what it has locked. */
  private boolean mayBeOthers(List<ThreadView> circle) {
    return threads.stream()
        .filter(thread -> circle.stream().noneMatch(other -> other == thread))
        .flatMap(thread -> thread.holds().stream())
        .filter(held -> held.kind() == HeldObject.Kind.MONITOR && held.identity().isEmpty())
        .flatMap(held -> held.site().stream())
        .anyMatch(site -> MonitorKeys.isAnyObject(site.site()));
  }

  private static Set<ThreadView> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
