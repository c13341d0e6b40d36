// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import io.github.loomunpin.support.text.Printable;
import java.time.Duration;
import java.time.Instant;

/**
 * What is being done, on stderr, with the time since the start.
 *
 * <p>On a terminal the line of the current step counts its seconds; elsewhere a step has a line
 * when it begins and one when it ends. Words of programs show nothing but themselves.
 */
public final class Progress {

  private final Instant start;
  private final boolean terminal;

  /** A new one, whose time begins now. */
  public Progress(boolean terminal) {
    this(terminal, Duration.ZERO);
  }

  /**
   * @param elapsed since the start that is meant
   */
  public Progress(boolean terminal, Duration elapsed) {
    this.terminal = terminal;
    start = Instant.now().minus(elapsed);
  }

  public void say(String message) {
    System.err.printf("%s %s%n", clock(), Printable.of(message));
  }

  public Step begin(String message) {
    return new Step(message);
  }

  private String clock() {
    long seconds = Duration.between(start, Instant.now()).toSeconds();
    return "[%d:%02d]".formatted(seconds / 60, seconds % 60);
  }

  /** Something that takes time. */
  public final class Step {

    private final String message;
    private final Thread ticker;

    private Step(String message) {
      this.message = message;
      if (terminal) {
        ticker = Thread.ofVirtual().start(this::tick);
      } else {
        ticker = null;
        say(message);
      }
    }

    private void tick() {
      try {
        while (true) {
          System.err.printf("\r%s %s ...", clock(), message);
          Thread.sleep(1000);
        }
      } catch (InterruptedException e) {
        // The step ended.
      }
    }

    public void end(String outcome) throws InterruptedException {
      if (ticker == null) {
        say("  " + outcome);
        return;
      }
      ticker.interrupt();
      ticker.join();
      System.err.printf("\r%s %s: %s%n", clock(), message, Printable.of(outcome));
    }
  }
}
