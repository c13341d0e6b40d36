// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** What a program knows about the run it is part of. */
public final class Env {
  private final Kind kind;

  Env(Kind kind) {
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether the agent of this JVM turns monitors into locks. */
  public boolean rewritten() {
    return Boolean.getBoolean("torture.rewritten");
  }

  public boolean oneCarrier() {
    return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", 2) == 1;
  }

  /** An iteration count, scaled down in the interpreter and up in the long form. */
  public int n(int normal) {
    double scale = Double.parseDouble(System.getProperty("torture.scale", "1"));
    return Math.max(1, (int) (normal * scale));
  }

  /** A file or directory that the harness prepared for the programs. */
  public Path prepared(String name) {
    return Path.of(System.getProperty("torture.prepared")).resolve(name);
  }

  /** The jars of a language, agent or container that the build provides. */
  public List<Path> library(String name) throws IOException {
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("torture.lib"), name))) {
      return jars.sorted().toList();
    }
  }

  public Crew crew() {
    return new Crew(kind);
  }

  /** Runs the body in a new thread of the program's kind and returns its result. */
  public <T> T call(Callable<T> body) {
    Object[] result = new Object[1];
    Crew crew = crew();
    crew.start(kind != Kind.PLATFORM, () -> result[0] = body.call());
    crew.join();
    @SuppressWarnings("unchecked")
    T value = (T) result[0];
    return value;
  }

  /** Lets this many threads, released together, each run the step this often. */
  public void hammer(int threads, int times, ThrowingRunnable step) {
    CountDownLatch start = new CountDownLatch(1);
    Crew crew = crew();
    for (int t = 0; t < threads; t++) {
      crew.start(
          () -> {
            start.await();
            for (int i = 0; i < times; i++) {
              step.run();
            }
          });
    }
    start.countDown();
    crew.join();
  }

  /**
   * Lets four threads bump the tally through the given ways in turn and checks that no update is
   * lost. Each way must hold the lock while it runs the tally.
   */
  public String countUnder(RacyCounter tally, ThrowingRunnable... ways) {
    int threads = 4;
    int times = n(5_000);
    int before = tally.value();
    CountDownLatch start = new CountDownLatch(1);
    Crew crew = crew();
    for (int t = 0; t < threads; t++) {
      int worker = t;
      crew.start(
          () -> {
            start.await();
            for (int i = 0; i < times; i++) {
              ways[(worker / 2 + i) % ways.length].run();
            }
          });
    }
    start.countDown();
    crew.join();
    Check.same(threads * times, tally.value() - before, "count");
    return "count exact";
  }
}
