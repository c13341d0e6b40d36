// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.jfr.RecordingReader.PinFilter;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.junit.watch.TestsOnStack.Bond;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which pins are a test's. They began while it ran. If another watched test ran then as well, or
 * may have:
 *
 * <ol>
 *   <li>what the thread that runs a test does is of that test;
 *   <li>then the stack tells, if it has frames of one test, or of one more closely than of others;
 *   <li>then nothing tells whose it is. It is everybody's, except where one of them is to pin: then
 *       it is that one's.
 * </ol>
 *
 * <p>A stack that shows only tests which are not watched is not one of this one's, if they may run
 * beside it or if the thread is older than it.
 */
final class Attribution implements PinFilter {

  private final TestWindow window;
  private final List<TestWindow> beside;
  private final Set<String> alsoOf = new TreeSet<>();
  private long shared;

  /**
   * @param beside windows of tests that ran at the same time
   */
  Attribution(TestWindow window, List<TestWindow> beside) {
    this.window = window;
    this.beside = beside;
  }

  @Override
  public boolean takes(PinKind kind, long thread, TimeSpan span, Stack stack) {
    long shortest = window.test().expectation().threshold().toNanos();
    if (kind == PinKind.BLOCKED) {
      // Another recording of this JVM may ask for shorter ones.
      shortest = Math.max(shortest, TestRecording.SHORTEST_WAIT.toNanos());
    }
    return span.nanos() >= shortest
        && window.isOpenAt(span.start())
        && isOfTest(thread, span, stack);
  }

  private boolean isOfTest(long thread, TimeSpan span, Stack stack) {
    List<TestWindow> others =
        beside.stream().filter(other -> other.isOpenAt(span.start())).toList();
    if (thread == window.thread()) {
      return true;
    }
    if (others.stream().anyMatch(other -> thread == other.thread())) {
      return false;
    }
    TestsOnStack tests = TestsOnStack.of(stack, window.test().type().getClassLoader());
    Bond own = tests.bond(window.test());
    Bond closest =
        others.stream()
            .map(other -> tests.bond(other.test()))
            .max(Comparator.naturalOrder())
            .orElse(Bond.NONE);
    if (own != closest) {
      return own.compareTo(closest) > 0;
    }
    boolean mayBeOfOthers = window.test().concurrent() || thread < window.firstThread();
    if (mayBeOfOthers && tests.isOfOthers(window.test())) {
      return false;
    }
    return others.isEmpty() || isShared(others);
  }

  private boolean isShared(List<TestWindow> others) {
    if (!window.test().expectation().pins()
        && others.stream().anyMatch(other -> other.test().expectation().pins())) {
      return false;
    }
    shared++;
    others.forEach(other -> alsoOf.add(other.test().name()));
    return true;
  }

  /** Pins that may be of another test. */
  long shared() {
    return shared;
  }

  /** Whose they may be. */
  Set<String> alsoOf() {
    return alsoOf;
  }
}
