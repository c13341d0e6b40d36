// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallGraph;
import io.github.loomunpin.analyzer.calls.CallTargets;
import io.github.loomunpin.analyzer.calls.Method;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * The shortest way from every method to some operations, with as few guesses as can be: backwards
 * from the operations, in the order of guesses and calls.
 */
final class PathSearch {

  /** More calls lead to nothing that was ever seen to block, if anything is guessed. */
  static final int MAX_LENGTH = 10;

  /** Without a guess each call is certain, but a path of more of them is hardly ever taken. */
  static final int MAX_SURE_LENGTH = 20;

  static final int MAX_GUESSES = 3;

  /** With as many guesses as that. */
  static final int MAX_GUESSED_LENGTH = 8;

  /** A call with more targets is followed if one in so many blocks. */
  private static final int SHARE = 2;

  /** What others give is no reason for a grade if it is run farther away than this. */
  private static final int MAX_LENGTH_TO_GIVEN = 2;

  private final int maxLength;
  private final Reach[] reached;
  private final Reach[] throughTargets;
  private final int[] blocking;
  private final int[] blockingSurely;
  private final PriorityQueue<Reach> queue = new PriorityQueue<>();

  private PathSearch(CallGraph graph, Predicate<Method> isOperation, int maxLength) {
    this.maxLength = maxLength;
    reached = new Reach[graph.methods().size()];
    throughTargets = new Reach[graph.targetCount()];
    blocking = new int[graph.targetCount()];
    blockingSurely = new int[graph.targetCount()];
    for (Method method : graph.methods()) {
      if (isOperation.test(method)) {
        boolean isCertain = method.operation().isPresent() && method.operation().get().isCertain();
        queue.add(Reach.operation(method, isCertain ? 0 : 1));
      }
    }
    while (!queue.isEmpty()) {
      settle(queue.remove());
    }
  }

  static PathSearch to(CallGraph graph, Predicate<Method> isOperation) {
    return new PathSearch(graph, isOperation, MAX_SURE_LENGTH);
  }

  /** Near ways to code that is not on the class path. */
  static PathSearch toGiven(CallGraph graph, Predicate<Method> isGiven) {
    return new PathSearch(graph, isGiven, MAX_LENGTH_TO_GIVEN);
  }

  /** The way from a method, if there is any. */
  Optional<Reach> from(Method method) {
    return Optional.ofNullable(reached[method.index()]);
  }

  /** The way that a call is the first step of, if there is any. */
  Optional<Reach> through(CallEdge edge) {
    return Optional.ofNullable(throughTargets[edge.targets().index()])
        .map(way -> after(edge, way))
        .filter(this::isPossible);
  }

  /** Whether every target certainly leads to an operation. */
  boolean isSure(CallTargets targets) {
    return blockingSurely[targets.index()] == targets.total();
  }

  private void settle(Reach reach) {
    int index = reach.method().index();
    if (reached[index] != null) {
      return;
    }
    reached[index] = reach;
    for (CallTargets targets : reach.method().usedIn()) {
      int place = targets.index();
      blocking[place]++;
      if (reach.guesses() == 0) {
        blockingSurely[place]++;
      }
      enter(targets, place, reach);
    }
  }

  /** Follows a call when enough of its targets are known to block. */
  private void enter(CallTargets targets, int place, Reach reach) {
    int total = targets.total();
    int guesses;
    if (total == 1) {
      guesses = reach.guesses();
    } else if (isSure(targets)) {
      guesses = 0;
    } else if (isLikely(total - targets.delegating(), blocking[place])) {
      guesses = reach.guesses() + 1;
    } else {
      return;
    }
    Reach way = new Reach(reach.method(), guesses, reach.length(), null, null);
    if (way.isBetterThan(throughTargets[place])) {
      throughTargets[place] = way;
      for (CallEdge caller : targets.callers()) {
        Reach next = after(caller, way);
        if (isPossible(next) && reached[next.method().index()] == null) {
          queue.add(next);
        }
      }
    }
  }

  /**
   * @param deciding targets that do not only pass the call on
   */
  private static boolean isLikely(int deciding, int blocking) {
    return deciding <= CallTargets.FEW || blocking * SHARE >= deciding;
  }

  private boolean isPossible(Reach reach) {
    return reach.length() <= maxLength && isPossible(reach.guesses(), reach.length());
  }

  /** Whether a way of so many guesses and calls is followed. */
  static boolean isPossible(int guesses, int length) {
    return switch (guesses) {
      case 0 -> length <= MAX_SURE_LENGTH;
      case MAX_GUESSES -> length <= MAX_GUESSED_LENGTH;
      default -> length <= MAX_LENGTH && guesses < MAX_GUESSES;
    };
  }

  /** What a call adds to the guesses of a way, for whichever of its targets. */
  int guessesOf(CallEdge edge) {
    return guesses(edge) + (isSure(edge.targets()) || edge.targets().total() == 1 ? 0 : 1);
  }

  private static Reach after(CallEdge edge, Reach way) {
    return new Reach(
        edge.caller(), way.guesses() + guesses(edge), way.length() + 1, edge, way.method());
  }

  private static int guesses(CallEdge edge) {
    return switch (edge.via()) {
      case CALL, FUNCTION -> 0;
      case MAP_FUNCTION, CALLBACK, NATIVE, PROXY, UNIMPLEMENTED, OPEN_WORLD -> 1;
      // An initializer runs once, and mostly long before.
      case INITIALIZER -> 2;
    };
  }
}
