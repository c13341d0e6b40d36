// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What all of it is for: virtual threads that block in monitors give their carrier away. */
final class PurposePrograms {
  private static final String ONE_CARRIER = "-Djdk.virtualThreadScheduler.parallelism=1";
  private static final String NO_SPARES = "-Djdk.virtualThreadScheduler.maxPoolSize=1";

  private PurposePrograms() {}

  @Torture(
      shows = "sleeping in any converted monitor pins no carrier",
      threads = Kind.VIRTUAL,
      oracle = Oracle.ASSERTIONS,
      jvm = {ONE_CARRIER, NO_SPARES},
      note = "Without the agent the same program pins on JDK 21; a Vector does so in both.",
      core = true)
  static String noPinEvents(Env env) throws IOException {
    class Sleeper {
      synchronized void inMethod() throws InterruptedException {
        Thread.sleep(5);
      }

      void inBlock() throws InterruptedException {
        synchronized (this) {
          inMethod();
        }
      }

      static synchronized void inStatic() throws InterruptedException {
        Thread.sleep(5);
      }
    }
    Sleeper sleeper = new Sleeper();
    Vector<String> vector = new Vector<>();
    int converted = pins(env, sleeper::inMethod, sleeper::inBlock, Sleeper::inStatic);
    int control =
        pins(
            env,
            () -> {
              synchronized (vector) {
                Thread.sleep(5);
              }
            });
    boolean pinning = Runtime.version().feature() < 24;
    Check.same(pinning, control > 0, "the vector pins");
    Check.same(pinning && !env.rewritten(), converted > 0, "the others pin");
    return "as expected";
  }

  /** Runs each body in a virtual thread of its own and counts the events about them. */
  private static int pins(Env env, Body... bodies) throws IOException {
    Path file = Files.createTempFile("pins", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
      recording.start();
      Crew crew = env.crew();
      for (Body body : bodies) {
        crew.start(body);
      }
      crew.join();
      recording.stop();
      recording.dump(file);
    }
    int pins = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      pins += event.getEventType().getName().equals("jdk.VirtualThreadPinned") ? 1 : 0;
    }
    return pins;
  }

  @Torture(
      shows =
          "while the holder of a lock sleeps and 1000 virtual threads wait for it, the only carrier"
              + " runs another, and all finish",
      threads = Kind.VIRTUAL,
      oracle = Oracle.UNPINNED_JDK,
      jvm = {ONE_CARRIER, NO_SPARES},
      core = true)
  static String noDeadlock(Env env) {
    Object lock = new Object();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch otherRan = new CountDownLatch(1);
    AtomicInteger passed = new AtomicInteger();
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            held.countDown();
            // Returns only if another virtual thread gets the carrier meanwhile.
            otherRan.await();
            Thread.sleep(5);
          }
        });
    Check.await(() -> held.getCount() == 0);
    for (int i = 0; i < 1000; i++) {
      crew.start(
          () -> {
            synchronized (lock) {
              passed.incrementAndGet();
            }
          });
    }
    crew.start(otherRan::countDown);
    crew.join();
    return "passed " + passed.get();
  }

  @Torture(
      shows =
          "hundred waiting virtual threads leave the only carrier to the one that notifies them",
      threads = Kind.VIRTUAL,
      oracle = Oracle.UNPINNED_JDK,
      jvm = {ONE_CARRIER, NO_SPARES},
      core = true)
  static String waitUnmounts(Env env) {
    Object lock = new Object();
    int[] counts = new int[2];
    Crew crew = env.crew();
    for (int i = 0; i < 100; i++) {
      crew.start(
          () -> {
            synchronized (lock) {
              counts[0]++;
              lock.wait();
              counts[1]++;
            }
          });
    }
    crew.start(
        () -> {
          while (true) {
            synchronized (lock) {
              if (counts[0] == 100) {
                lock.notifyAll();
                return;
              }
            }
            Thread.sleep(1);
          }
        });
    crew.join();
    return "woken " + counts[1];
  }
}
