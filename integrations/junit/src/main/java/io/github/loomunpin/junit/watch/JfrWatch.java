// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.junit.expect.BlindWatch;
import io.github.loomunpin.junit.expect.PinWatch;
import io.github.loomunpin.junit.expect.TestVerdict;
import io.github.loomunpin.junit.expect.WatchedTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;

/**
 * Sees pins by a flight recording that runs as long as the tests do. At the end of each test:
 *
 * <ol>
 *   <li>it waits a moment for threads that are pinned still, since the JVM records a pin when it
 *       ends;
 *   <li>what was recorded since the oldest running test began is written to a file;
 *   <li>if that has events that may be pins, the analyzer reads it and says what pinned.
 * </ol>
 */
public final class JfrWatch implements PinWatch {

  private final TestRecording recording;
  private final TestWindows windows = new TestWindows();

  private JfrWatch(TestRecording recording) {
    this.recording = recording;
  }

  /** Starts to record; one that is blind if this JVM cannot. */
  public static PinWatch open() {
    if (!FlightRecorder.isAvailable()) {
      return new BlindWatch("this JVM has no flight recorder, or it is switched off");
    }
    try {
      return new JfrWatch(TestRecording.start());
    } catch (IOException | RuntimeException e) {
      return new BlindWatch("the flight recorder does not start: " + e);
    }
  }

  @Override
  public Watched begin(WatchedTest test) {
    TestWindow window = windows.open(test);
    return new Watched() {
      @Override
      public void restart() {
        window.restart();
      }

      @Override
      public TestVerdict end() {
        return JfrWatch.this.end(window);
      }
    };
  }

  private TestVerdict end(TestWindow window) {
    window.close();
    try {
      List<String> stillPinned = window.awaitCarriers();
      Path file = recording.dump(windows.oldestBegin());
      try {
        return new Judge(window, windows.beside(window), stillPinned).judge(file, recording);
      } finally {
        recording.delete(file);
      }
    } catch (IOException | RuntimeException e) {
      return TestVerdict.unknown("what was recorded could not be read: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TestVerdict.unknown("the test was interrupted");
    } finally {
      windows.judged(window);
    }
  }

  @Override
  public void close() {
    recording.close();
  }

  /** The windows of the tests that run, and of those that ran beside them. */
  private static final class TestWindows {

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
}
