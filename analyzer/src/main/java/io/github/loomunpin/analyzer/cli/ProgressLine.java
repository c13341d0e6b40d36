// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.support.text.Printable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Says on standard error how much is done: on a terminal in one line, which goes away in the end
 * and is not there in the first second; elsewhere, as in the log of a build, in a line of its own
 * every ten seconds. Safe for any thread.
 */
final class ProgressLine implements AutoCloseable {

  /** Set by the launcher where standard error is a terminal, which Java cannot tell. */
  private static final String TERMINAL = "loomunpin.terminal";

  private static final String CLEAR = "\r\u001b[K";

  private static final long SECOND = 1_000_000_000L;
  private static final long FIRST_NANOS = SECOND;
  private static final long NEXT_NANOS = SECOND / 10;
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private final PrintWriter errors;
  private final boolean isTerminal;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final Optional<Thread> ticker;
  private Supplier<String> done = () -> "";
  private long dueNanos;
  private boolean ended;
  private boolean closed;
  private boolean shown;

  ProgressLine(PrintWriter errors) {
    this(errors, Boolean.getBoolean(TERMINAL), System::nanoTime, !Boolean.getBoolean(TERMINAL));
  }

  /**
   * @param ticks whether a thread of its own calls {@link #tick}, also while nothing calls the
   *     others
   */
  ProgressLine(PrintWriter errors, boolean isTerminal, LongSupplier nanoTime, boolean ticks) {
    this.errors = errors;
    this.isTerminal = isTerminal;
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
    this.dueNanos = beganNanos + FIRST_NANOS;
    this.ticker =
        ticks
            ? Optional.of(Thread.ofPlatform().daemon().name("progress").start(this::tickOften))
            : Optional.empty();
  }

  void recording(Path file, int percent) {
    show(false, () -> Printable.of(file.toString()) + ": " + percent + " % read");
  }

  /**
   * @param read of the class files; after the last one comes more work
   */
  void classes(int read, int all) {
    show(
        read == all,
        () ->
            read == all
                ? String.format(Locale.ROOT, "all %,d classes read; evaluating", all)
                : String.format(Locale.ROOT, "%,d of %,d classes read", read, all));
  }

  /**
   * @param isLast whether nothing is to be said after it, not even by threads that are late
   */
  private synchronized void show(boolean isLast, Supplier<String> text) {
    if (ended) {
      return;
    }
    ended = isLast;
    done = text;
    long now = nanoTime.getAsLong();
    boolean isEarly = now - beganNanos < FIRST_NANOS || !isLast && now - dueNanos < 0;
    if (!isTerminal || isEarly) {
      return;
    }
    shown = true;
    dueNanos = now + NEXT_NANOS;
    errors.print(CLEAR + "analyzer: " + text.get());
    errors.flush();
  }

  private void tickOften() {
    try {
      while (true) {
        Thread.sleep(BETWEEN_LINES);
        tick();
      }
    } catch (InterruptedException e) {
      // The work is done.
      return;
    }
  }

  /** Prints a line with what is done and how long that took. */
  synchronized void tick() {
    if (closed) {
      return;
    }
    String text = done.get();
    long seconds = (nanoTime.getAsLong() - beganNanos) / SECOND;
    errors.println(
        "analyzer: " + (text.isEmpty() ? "working" : text) + " (after " + seconds + " s)");
    errors.flush();
  }

  @Override
  public synchronized void close() {
    closed = true;
    ticker.ifPresent(Thread::interrupt);
    if (shown) {
      shown = false;
      errors.print(CLEAR);
      errors.flush();
    }
  }
}
