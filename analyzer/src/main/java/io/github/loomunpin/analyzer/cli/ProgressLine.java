// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.support.text.Printable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One line of a terminal that says how much is done, and goes away in the end. There is none in the
 * first second. Safe for any thread.
 */
final class ProgressLine implements AutoCloseable {

  /** Set by the launcher where standard error is a terminal, which Java cannot tell. */
  private static final String TERMINAL = "loomunpin.terminal";

  private static final String CLEAR = "\r\u001b[K";

  private static final long FIRST_NANOS = 1_000_000_000L;
  private static final long NEXT_NANOS = 100_000_000L;

  private final PrintWriter terminal;
  private final boolean wanted;
  private final LongSupplier nanoTime;
  private final long firstNanos;
  private long dueNanos;
  private boolean ended;
  private boolean shown;

  ProgressLine(PrintWriter terminal) {
    this(terminal, Boolean.getBoolean(TERMINAL), System::nanoTime);
  }

  ProgressLine(PrintWriter terminal, boolean wanted, LongSupplier nanoTime) {
    this.terminal = terminal;
    this.wanted = wanted;
    this.nanoTime = nanoTime;
    this.firstNanos = nanoTime.getAsLong() + FIRST_NANOS;
    this.dueNanos = firstNanos;
  }

  void recording(Path file, int percent) {
    if (wanted) {
      show(false, () -> Printable.of(file.toString()) + ": " + percent + " % read");
    }
  }

  /**
   * @param read of the class files; after the last one comes more work
   */
  void classes(int read, int all) {
    if (wanted) {
      show(
          read == all,
          () ->
              read == all
                  ? String.format(Locale.ROOT, "all %,d classes read; evaluating", all)
                  : String.format(Locale.ROOT, "%,d of %,d classes read", read, all));
    }
  }

  /**
   * @param isLast whether nothing is to be said after it, not even by threads that are late
   */
  private synchronized void show(boolean isLast, Supplier<String> text) {
    long now = nanoTime.getAsLong();
    if (ended || !isLast && now - dueNanos < 0 || now - firstNanos < 0) {
      return;
    }
    ended = isLast;
    shown = true;
    dueNanos = now + NEXT_NANOS;
    terminal.print(CLEAR + "analyzer: " + text.get());
    terminal.flush();
  }

  @Override
  public synchronized void close() {
    if (shown) {
      shown = false;
      terminal.print(CLEAR);
      terminal.flush();
    }
  }
}
