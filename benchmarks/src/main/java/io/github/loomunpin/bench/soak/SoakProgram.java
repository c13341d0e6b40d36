// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Contends for monitors, waits on them and deploys a database anew and again, and prints what it
 * takes: a line for each sample, with the columns of {@link #COLUMNS}.
 *
 * <p>Arguments: the database's jar, the minutes to run, and the seconds between samples. First a
 * million virtual threads contend and wait at the same time; {@code million 0} in a line of its own
 * would mean that some of them lost an update.
 */
public final class SoakProgram {

  static final List<String> COLUMNS =
      List.of(
          "seconds",
          "heap MB",
          "metaspace MB",
          "RSS MB",
          "threads",
          "files",
          "classes",
          "locks",
          "warnings",
          "deployments",
          "entries");

  private static final int CROWD = 200;
  private static final int LOCKS = 16;
  private static final int WAVE = 10_000;
  private static final int MILLION = 1_000_000;
  private static final int MILLION_LOCKS = 1_000;

  private final LongAdder entries = new LongAdder();
  private final LongAdder deployments = new LongAdder();
  private volatile boolean isOver;

  private SoakProgram() {}

  public static void main(String[] args) throws Exception {
    new SoakProgram().run(Path.of(args[0]), Long.parseLong(args[1]), Long.parseLong(args[2]));
  }

  private void run(Path database, long minutes, long everySeconds) throws Exception {
    System.out.println("million " + (aMillion() ? 1 : 0));
    Room[] rooms = Stream.generate(Room::new).limit(LOCKS).toArray(Room[]::new);
    for (int i = 0; i < CROWD; i++) {
      Thread.ofVirtual().start(() -> contend(rooms));
    }
    Thread.ofPlatform().name("waves").start(() -> makeWaves(rooms));
    Thread deploying = Thread.ofPlatform().name("deployments").start(() -> deploy(database));
    long begin = System.nanoTime();
    for (long second = 0; second <= minutes * 60; second += everySeconds) {
      long wait = begin + second * 1_000_000_000 - System.nanoTime();
      Thread.sleep(Math.max(0, wait / 1_000_000));
      print(second);
    }
    isOver = true;
    deploying.join();
  }

  /** What threads contend for and wait on. */
  private static final class Room {

    private long inside;

    synchronized void enter() {
      inside++;
    }

    synchronized void linger() throws InterruptedException {
      inside++;
      Thread.sleep(1);
    }

    synchronized void await(long millis) throws InterruptedException {
      inside++;
      wait(millis);
    }

    synchronized void tell() {
      inside++;
      notifyAll();
    }

    synchronized long inside() {
      return inside;
    }
  }

  private static void step(Room room, int kind) throws InterruptedException {
    switch (kind) {
      case 0 -> room.linger();
      case 1, 2 -> room.await(1 + kind);
      case 3 -> room.tell();
      default -> room.enter();
    }
  }

  private void contend(Room[] rooms) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try {
      while (!isOver) {
        step(rooms[random.nextInt(rooms.length)], random.nextInt(64));
        entries.increment();
        if (random.nextInt(4) == 0) {
          Thread.sleep(20);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Threads that live for one lock. */
  private void makeWaves(Room[] rooms) {
    try {
      while (!isOver) {
        Thread[] wave = new Thread[WAVE];
        for (int i = 0; i < WAVE; i++) {
          int number = i;
          wave[i] =
              Thread.ofVirtual()
                  .start(
                      () -> {
                        try {
                          step(rooms[number % rooms.length], number % 64);
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                      });
        }
        for (Thread thread : wave) {
          thread.join();
        }
        entries.add(WAVE);
        Thread.sleep(500);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loads the database with a loader of its own, uses it on several threads, and drops all. */
  private void deploy(Path database) {
    try {
      while (!isOver) {
        Deployment.run(database);
        deployments.increment();
        Thread.sleep(200);
      }
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  /** Whether a million threads that are alive at the same time lose no update. */
  private static boolean aMillion() throws InterruptedException {
    Room[] rooms = Stream.generate(Room::new).limit(MILLION_LOCKS).toArray(Room[]::new);
    Thread[] threads = new Thread[MILLION];
    for (int i = 0; i < MILLION; i++) {
      int number = i;
      threads[i] =
          Thread.ofVirtual()
              .start(
                  () -> {
                    Room room = rooms[number % rooms.length];
                    try {
                      room.await(number % 3 == 0 ? 2_000 : 20_000);
                      room.enter();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
    }
    Thread.sleep(3_000);
    for (Room room : rooms) {
      room.tell();
    }
    long inside = -MILLION_LOCKS;
    for (Thread thread : threads) {
      thread.join();
    }
    for (Room room : rooms) {
      inside += room.inside();
    }
    return inside == 2L * MILLION;
  }

  private void print(long second) throws IOException, JMException {
    for (int i = 0; i < 2; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    long metaspace = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      metaspace += pool.getName().equals("Metaspace") ? pool.getUsage().getUsed() : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%d\t%.1f\t%.1f\t%.1f\t%d\t%d\t%d\t%d\t%d\t%d\t%d%n",
        second,
        (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
        metaspace / 1e6,
        residentKilobytes() / 1e3,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openFiles(),
        ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
        ofAgent("LiveLocks"),
        ofAgent("Warnings"),
        deployments.sum(),
        entries.sum());
  }

  /** 0 where there is no agent. */
  private static long ofAgent(String attribute) throws JMException {
    ObjectName agent = new ObjectName("io.github.loomunpin:type=Agent");
    return ManagementFactory.getPlatformMBeanServer().isRegistered(agent)
        ? ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(agent, attribute))
            .longValue()
        : 0;
  }

  private static long residentKilobytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  private static long openFiles() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
