// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Runs the JDK's parser on a thread of its own and gives up when no event came for a while: on
 * damaged files it goes round in circles, and cannot be interrupted.
 */
final class ParserWatch {

  /**
   * A chunk has 12 MB unless somebody made it larger, and is read in much less time than this even
   * on a busy machine.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What is run. */
  @FunctionalInterface
  interface Parsing {
    void parse() throws IOException;
  }

  private ParserWatch() {}

  /**
   * False if the parser was given up. The caller sees everything it did otherwise.
   *
   * @param progress grows as long as there is any
   * @param end called if there is none; makes the parser fail, if anything does
   */
  static boolean run(Parsing parsing, LongSupplier progress, Parsing end) throws IOException {
    return run(parsing, progress, end, PATIENCE);
  }

  static boolean run(Parsing parsing, LongSupplier progress, Parsing end, Duration patience)
      throws IOException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(1);
    Thread parser =
        new Thread(
            () -> {
              try {
                parsing.parse();
              } catch (IOException | RuntimeException | Error e) {
                failure.set(e);
              } finally {
                done.countDown();
              }
            },
            "recording parser");
    parser.setDaemon(true);
    parser.start();
    if (!await(done, progress, patience)) {
      end.parse();
      return false;
    }
    rethrow(failure.get());
    return true;
  }

  private static boolean await(CountDownLatch done, LongSupplier progress, Duration patience) {
    boolean interrupted = false;
    try {
      while (true) {
        long before = progress.getAsLong();
        try {
          if (done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
          }
          if (progress.getAsLong() == before) {
            return false;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
