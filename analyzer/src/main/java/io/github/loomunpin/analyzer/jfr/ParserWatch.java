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

  private static final Duration TICK = Duration.ofSeconds(1);

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
   * @param tick called once a second
   */
  static boolean run(Parsing parsing, LongSupplier progress, Parsing end, Runnable tick)
      throws IOException {
    return run(parsing, progress, end, tick, PATIENCE);
  }

  static boolean run(
      Parsing parsing, LongSupplier progress, Parsing end, Runnable tick, Duration patience)
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
    if (!await(done, progress, tick, patience)) {
      end.parse();
      return false;
    }
    rethrow(failure.get());
    return true;
  }

  private static boolean await(
      CountDownLatch done, LongSupplier progress, Runnable tick, Duration patience) {
    boolean interrupted = false;
    long slice = Math.min(TICK.toNanos(), patience.toNanos());
    try {
      long before = progress.getAsLong();
      long still = 0;
      while (still < patience.toNanos()) {
        try {
          if (done.await(slice, TimeUnit.NANOSECONDS)) {
            return true;
          }
          long now = progress.getAsLong();
          still = now == before ? still + slice : 0;
          before = now;
          tick.run();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    // A switch would make a class to do that, which takes as long as to read a small recording.
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
