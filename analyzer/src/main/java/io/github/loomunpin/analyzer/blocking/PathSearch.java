// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallGraph;
import io.github.loomunpin.analyzer.calls.CallTargets;
import io.github.loomunpin.analyzer.calls.Heuristic;
import io.github.loomunpin.analyzer.calls.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The shortest ways from every method to some operations, with each number of guesses: backwards
 * from the operations, in the order of guesses and calls. One with more guesses is kept if it is
 * shorter, since a way may only be so long, and less if something is guessed.
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

  /** What others give is not a reason for a grade if it is run farther away than this. */
  private static final int MAX_LENGTH_TO_GIVEN = 2;

  private final int maxLength;

  private final boolean guessesThrice;

  private final boolean countsShare;

  /** Ways from each method, and through each call. */
  private final Ways fromMethods;

  private final Ways throughTargets;

  /** For each call how many of its targets lead to an operation, and how many do so certainly. */
  private final int[] blocking;

  private final int[] blockingSurely;

  /** Whether a call is followed, certainly or not. */
  private final boolean[] isFollowed;

  private final PriorityQueue<Reach> queue = new PriorityQueue<>();

  private PathSearch(CallGraph graph, List<Method> operations, int maxLength) {
    this.maxLength = maxLength;
    guessesThrice = graph.uses(Heuristic.THREE_GUESSES);
    countsShare = graph.uses(Heuristic.SHARE);
    fromMethods = new Ways(graph.methods().size());
    throughTargets = new Ways(graph.targetCount());
    blocking = new int[graph.targetCount()];
    blockingSurely = new int[graph.targetCount()];
    isFollowed = new boolean[graph.targetCount()];
    for (Method method : operations) {
      boolean isCertain = method.operation().isPresent() && method.operation().get().isCertain();
      queue.add(Reach.operation(method, isCertain ? 0 : 1));
    }
    while (!queue.isEmpty()) {
      settle(queue.remove());
    }
  }

  static PathSearch to(CallGraph graph, List<Method> operations) {
    return new PathSearch(graph, operations, MAX_SURE_LENGTH);
  }

  /** Near ways to code that is not on the class path. */
  static PathSearch toGiven(CallGraph graph, List<Method> given) {
    return new PathSearch(graph, given, MAX_LENGTH_TO_GIVEN);
  }

  /** The best ways of the same thing, one for each number of guesses that makes them shorter. */
  private static final class Ways {

    /** By guesses; null for the most things, from which there is no way. */
    private final Reach[][] best;

    Ways(int things) {
      best = new Reach[things][];
    }

    Reach get(int thing, int guesses) {
      return isEmpty(thing) ? null : best[thing][guesses];
    }

    boolean isEmpty(int thing) {
      return best[thing] == null;
    }

    /** Whether it is shorter than each known way with as many guesses or fewer. */
    boolean isShorter(int thing, Reach way) {
      for (int guesses = 0; guesses <= way.guesses() && !isEmpty(thing); guesses++) {
        Reach known = best[thing][guesses];
        if (known != null && known.length() <= way.length()) {
          return false;
        }
      }
      return true;
    }

    void add(int thing, Reach way) {
      if (isEmpty(thing)) {
        best[thing] = new Reach[MAX_GUESSES + 1];
      }
      best[thing][way.guesses()] = way;
    }
  }

  /** Whether there is a way from a method. */
  boolean leadsFrom(Method method) {
    return !fromMethods.isEmpty(method.index());
  }

  /** The best way that a call is the first step of, if there is any. */
  Optional<Reach> through(CallEdge edge) {
    for (int guesses = 0; guesses <= MAX_GUESSES; guesses++) {
      Reach way = throughTargets.get(edge.targets().index(), guesses);
      if (way != null && isPossible(after(edge, way))) {
        return Optional.of(after(edge, way));
      }
    }
    return Optional.empty();
  }

  /**
   * The best way through code on the class path that a call runs certainly if it is given that.
   *
   * @param way of another search: to code that is not on the class path
   */
  Optional<Reach> throughImplementation(Reach way) {
    CallEdge edge = way.edge();
    if (edge.via() != CallEdge.Via.OPEN_WORLD) {
      return way.length() > 1 && guessesOf(edge) == 0
          ? throughImplementation(way.rest()).map(rest -> before(edge, rest))
          : Optional.empty();
    }
    return edge.caller().edges().stream()
        .filter(other -> other.bci() == edge.bci() && other.via() == CallEdge.Via.CALL)
        .map(CallEdge::targets)
        .flatMap(
            targets ->
                targets.methods().stream().map(method -> implementation(edge, targets, method)))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  private Optional<Reach> implementation(CallEdge given, CallTargets targets, Method method) {
    return Optional.ofNullable(fromMethods.get(method.index(), 0))
        .map(rest -> before(given.implementedBy(targets), rest));
  }

  private static Reach before(CallEdge edge, Reach rest) {
    return after(edge, new Reach(rest.method(), rest.guesses(), rest.length(), null, rest));
  }

  /** Whether every target certainly leads to an operation. */
  boolean isSure(CallTargets targets) {
    return blockingSurely[targets.index()] == targets.total();
  }

  private void settle(Reach reach) {
    int index = reach.method().index();
    if (!fromMethods.isShorter(index, reach)) {
      return;
    }
    boolean isFirst = fromMethods.isEmpty(index);
    fromMethods.add(index, reach);
    for (CallTargets targets : reach.method().usedIn()) {
      int place = targets.index();
      if (isFirst) {
        blocking[place]++;
        if (reach.guesses() == 0) {
          blockingSurely[place]++;
        }
      }
      enter(targets, place, reach);
    }
  }

  /** Follows a call when enough of its targets are known to block. */
  private void enter(CallTargets targets, int place, Reach reach) {
    int total = targets.total();
    if (total == 1) {
      follow(targets, place, reach, 0);
    } else if (isSure(targets)) {
      if (reach.guesses() == 0) {
        followAll(targets, place, 0);
      }
      follow(targets, place, reach, 0);
    } else if (isFollowed[place]) {
      follow(targets, place, reach, 1);
    } else if (isLikely(total - targets.delegating(), blocking[place])) {
      isFollowed[place] = true;
      followAll(targets, place, 1);
    }
  }

  /** Follows a call to all targets of which a way is known. */
  private void followAll(CallTargets targets, int place, int guess) {
    for (Method target : targets.methods()) {
      for (int guesses = 0; guesses <= MAX_GUESSES; guesses++) {
        Reach known = fromMethods.get(target.index(), guesses);
        if (known != null) {
          follow(targets, place, known, guess);
        }
      }
    }
  }

  /**
   * @param guess 1 if it is not certain that the call runs the method that the way begins with
   */
  private void follow(CallTargets targets, int place, Reach rest, int guess) {
    Reach way = new Reach(rest.method(), rest.guesses() + guess, rest.length(), null, rest);
    if (way.guesses() <= MAX_GUESSES && throughTargets.isShorter(place, way)) {
      throughTargets.add(place, way);
      for (CallEdge caller : targets.callers()) {
        Reach next = after(caller, way);
        if (isPossible(next) && fromMethods.isShorter(next.method().index(), next)) {
          queue.add(next);
        }
      }
    }
  }

  /**
   * @param deciding targets that do not only pass the call on
   */
  private boolean isLikely(int deciding, int blocking) {
    return deciding <= CallTargets.FEW || countsShare && blocking * SHARE >= deciding;
  }

  private boolean isPossible(Reach reach) {
    return reach.length() <= maxLength
        && (guessesThrice || reach.guesses() < MAX_GUESSES)
        && isPossible(reach.guesses(), reach.length());
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

  /**
   * @param way through the targets of the call
   */
  private static Reach after(CallEdge edge, Reach way) {
    return new Reach(
        edge.caller(), way.guesses() + guesses(edge), way.length() + 1, edge, way.rest());
  }

  private static int guesses(CallEdge edge) {
    return switch (edge.via()) {
      case CALL, FUNCTION, IMPLEMENTATION -> 0;
      case MAP_FUNCTION, TABLE_FUNCTION, CALLBACK, NATIVE, PROXY, UNIMPLEMENTED, OPEN_WORLD -> 1;
      // An initializer runs once, and mostly long before.
      case INITIALIZER -> 2;
    };
  }

  /**
   * How an operation is reached from a method.
   *
   * @param guesses on the way
   * @param length calls to the operation, 0 for itself
   * @param edge the first call; null for the operation itself
   * @param rest the way from what that call runs; null for the operation itself
   */
  record Reach(Method method, int guesses, int length, CallEdge edge, Reach rest)
      implements Comparable<Reach> {

    static Reach operation(Method method, int guesses) {
      return new Reach(method, guesses, 0, null, null);
    }

    /** Whether it takes fewer guesses, or as many and fewer calls. */
    boolean isBetterThan(Reach other) {
      return guesses < other.guesses || guesses == other.guesses && length < other.length;
    }

    /** The best first; equals in the order of the program, so that a path is the same each time. */
    @Override
    public int compareTo(Reach other) {
      if (guesses != other.guesses) {
        return Integer.compare(guesses, other.guesses);
      }
      if (length != other.length) {
        return Integer.compare(length, other.length);
      }
      if (method != other.method) {
        return Integer.compare(method.index(), other.method.index());
      }
      // Both have the same method and length, so that both are operations or neither is.
      if (edge == null) {
        return 0;
      }
      if (edge.bci() != other.edge.bci()) {
        return Integer.compare(edge.bci(), other.edge.bci());
      }
      if (edge.via() != other.edge.via()) {
        return edge.via().compareTo(other.edge.via());
      }
      return rest.method == other.rest.method
          ? Integer.compare(rest.guesses, other.rest.guesses)
          : Integer.compare(rest.method.index(), other.rest.method.index());
    }
  }
}
