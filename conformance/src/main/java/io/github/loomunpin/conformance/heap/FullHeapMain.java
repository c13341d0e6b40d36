// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.heap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Monitors while the heap is full to the last object. Wants a small heap. Each round prints what
 * went wrong, and the last line says that all was tried. Arguments: what to try, and how many
 * rounds, at most three.
 */
public final class FullHeapMain {

  private static final int LOCKED_AT_ONCE = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static volatile Object[] hog;
  private static volatile boolean full;

  private FullHeapMain() {}

  /** A monitor with what it guards. */
  private static final class Room {
    private int entered;
    private boolean open;

    synchronized void enter() {
      entered++;
    }

    synchronized void await(int smallest) throws InterruptedException {
      if (smallest > 0) {
        fill(smallest);
      }
      while (!open) {
        wait();
      }
    }

    synchronized void open(boolean all) {
      open = true;
      if (all) {
        notifyAll();
      } else {
        notify();
        notify();
      }
    }

    synchronized void hold(CountDownLatch inside, CountDownLatch until, boolean filling)
        throws InterruptedException {
      inside.countDown();
      until.await();
      if (filling) {
        fill(4);
      }
    }
  }

  private interface Body {
    void run() throws InterruptedException;
  }

  private static final List<String> WRONG = new ArrayList<>();

  /** Classes, and objects of other classes. */
  private static final List<Object> UNLOCKED =
      new ArrayList<>(
          List.of(
              java.time.LocalDate.MIN,
              java.util.Collection.class,
              new java.util.Vector<String>(),
              java.util.Deque.class,
              new java.util.Formatter(),
              java.util.Random.class,
              new java.util.Date(0),
              java.util.zip.CRC32.class,
              new StringBuffer(),
              java.io.File.class,
              new java.util.concurrent.Phaser(),
              java.math.MathContext.class,
              java.util.Locale.ROOT,
              java.net.URI.class,
              java.time.Duration.ZERO,
              java.text.Format.class,
              new java.util.Stack<String>(),
              java.util.Iterator.class));

  public static void main(String[] args) throws InterruptedException {
    warmUp();
    int rounds = Integer.parseInt(args[1]);
    for (int round = 0; round < rounds; round++) {
      for (Thread.Builder kind : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        switch (args[0]) {
          case "leave" -> leave(kind);
          case "enter" -> enter(kind);
          case "wait" -> await(kind, false);
          case "notify-all" -> await(kind, true);
          case "first-lock" -> lockFirst(kind);
          default -> throw new IllegalArgumentException(args[0]);
        }
      }
    }
    synchronized (WRONG) {
      WRONG.forEach(System.out::println);
    }
    System.out.println("tried all of " + args[0]);
    System.exit(0);
  }

  /** Whatever the JVM makes when this is done for the first time needs memory too. */
  private static void warmUp() throws InterruptedException {
    for (int i = 0; i < 2_000; i++) {
      Room room = new Room();
      Thread waiting = Thread.ofVirtual().start(() -> guarded("warming up", () -> room.await(0)));
      Thread entering;
      synchronized (room) {
        entering = Thread.ofVirtual().start(room::enter);
        Thread.yield();
      }
      room.open(true);
      waiting.join();
      entering.join();
    }
  }

  /** The owner leaves while another thread waits to enter. */
  private static void leave(Thread.Builder kind) throws InterruptedException {
    Room room = new Room();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    Thread owner =
        Thread.ofPlatform()
            .start(
                () -> {
                  guarded("leaving", () -> room.hold(inside, until, true));
                  full = false;
                  hog = null;
                });
    inside.await();
    Thread next = kind.start(() -> guarded("entering", room::enter));
    Thread.sleep(100);
    until.countDown();
    join(owner, "the owner");
    join(next, "the next one");
  }

  /** A thread wants to enter, and another one queues behind it. */
  private static void enter(Thread.Builder kind) throws InterruptedException {
    Room room = new Room();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    Thread owner =
        Thread.ofPlatform().start(() -> guarded("holding", () -> room.hold(inside, until, false)));
    inside.await();
    Thread first =
        kind.start(
            () ->
                guarded(
                    "entering",
                    () -> {
                      fill(256);
                      room.enter();
                    }));
    empty();
    Thread second = Thread.ofVirtual().start(() -> guarded("entering", room::enter));
    Thread.sleep(50);
    until.countDown();
    join(owner, "the owner");
    join(first, "the first");
    join(second, "the second");
  }

  private static void await(Thread.Builder kind, boolean all) throws InterruptedException {
    Room room = new Room();
    Thread first = kind.start(() -> guarded("waiting", () -> room.await(256)));
    empty();
    Thread second = Thread.ofVirtual().start(() -> guarded("waiting", () -> room.await(0)));
    Thread.sleep(100);
    room.open(all);
    join(first, "the first");
    join(second, "the second");
  }

  /** Locks objects of classes that were never locked before, which has to be looked up. */
  private static void lockFirst(Thread.Builder kind) throws InterruptedException {
    List<Object> fresh = new ArrayList<>(UNLOCKED.subList(0, LOCKED_AT_ONCE));
    UNLOCKED.subList(0, fresh.size()).clear();
    int[] locked = new int[1];
    Thread locking =
        kind.start(
            () ->
                guarded(
                    "locking",
                    () -> {
                      fill(8);
                      for (int i = 0; i < fresh.size(); i++) {
                        lock(fresh.get(i), locked);
                      }
                    }));
    empty();
    join(locking, "the thread that locks");
    if (locked[0] != fresh.size()) {
      wrong("locked " + locked[0] + " of " + fresh.size());
    }
  }

  private static void lock(Object o, int[] locked) {
    synchronized (o) {
      o.notify();
      locked[0]++;
    }
  }

  private static void join(Thread t, String who) throws InterruptedException {
    if (!t.join(PATIENCE)) {
      wrong(who + " is lost");
    }
  }

  private static void guarded(String doing, Body body) {
    try {
      body.run();
    } catch (Throwable e) {
      hog = null;
      wrong(doing + ": " + e);
    }
  }

  private static void wrong(String what) {
    synchronized (WRONG) {
      WRONG.add(what);
    }
  }

  /** Empties the heap some time after it was filled. Needs no memory, as sleeping does. */
  private static void empty() {
    while (!full) {
      LockSupport.parkNanos(1_000_000);
    }
    LockSupport.parkNanos(300_000_000);
    full = false;
    hog = null;
  }

  private static void fill(int smallest) {
    Object[] head = null;
    for (int size = 1 << 20; size >= smallest; ) {
      try {
        Object[] more = new Object[size / 4];
        more[0] = head;
        head = more;
        hog = head;
      } catch (OutOfMemoryError e) {
        size >>= 2;
      }
    }
    full = true;
  }
}
