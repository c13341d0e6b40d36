// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.junit.expect.WatchedTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The windows of the tests that run, and of those that ran beside them. */
final class TestWindows {

  private final List<TestWindow> windows = new ArrayList<>();

  synchronized TestWindow open(WatchedTest test) {
    TestWindow window = new TestWindow(test);
    windows.add(window);
    return window;
  }

  /** When the first of the tests began that are still to be judged. */
  synchronized Instant oldestBegin() {
    return windows.stream()
        .filter(window -> !window.isJudged())
        .map(TestWindow::begin)
        .min(Instant::compareTo)
        .orElseGet(Instant::now);
  }

  /** Others that were open in some of the time. */
  synchronized List<TestWindow> beside(TestWindow window) {
    return windows.stream().filter(other -> other != window && other.overlaps(window)).toList();
  }

  /** Drops a window, and all that no running test can have been beside. */
  synchronized void judged(TestWindow window) {
    window.setJudged();
    Instant oldest = oldestBegin();
    windows.removeIf(old -> old.isJudged() && old.end().isBefore(oldest));
  }
}
