// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Redefines a class while threads are inside each of its monitors, wait in them and for them. */
public final class SwapApp {
  /** What is redefined; threads of the old code and of the new one share its locks. */
  static final class Room {
    private final Object field = new Object();
    private boolean told;
    private int waiting;
    private int count;

    synchronized void method(Runnable action) {
      action.run();
    }

    void block(Runnable action) {
      synchronized (this) {
        action.run();
      }
    }

    void field(Runnable action) {
      synchronized (field) {
        action.run();
      }
    }

    static synchronized void fixed(Runnable action) {
      action.run();
    }

    synchronized void await() throws InterruptedException {
      waiting++;
      while (!told) {
        wait();
      }
      count++;
    }

    synchronized int waiting() {
      return waiting;
    }

    synchronized int tell() {
      told = true;
      notifyAll();
      return count;
    }

    synchronized int count() {
      return count;
    }

    String greeting() {
      return "original";
    }
  }

  private interface Way {
    void inside(Runnable action);
  }

  public static void main(String[] args) throws Exception {
    for (int round = 0; round < 3; round++) {
      Room room = new Room();
      List<Way> ways = List.of(room::method, room::field, Room::fixed);
      CountDownLatch release = new CountDownLatch(1);
      CountDownLatch holding = new CountDownLatch(ways.size());
      CountDownLatch entered = new CountDownLatch(2 * ways.size());
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(start(i % 2 == 0, () -> awaitIn(room)));
      }
      while (room.waiting() < 4) {
        Thread.sleep(1);
      }
      List<Thread> contenders = new ArrayList<>();
      for (Way way : ways) {
        threads.add(start(round % 2 == 0, () -> hold(way, holding, release)));
      }
      holding.await();
      for (Way way : ways) {
        // As long as the holder is in the old code, they are stuck before it or in it.
        contenders.add(start(true, () -> way.inside(entered::countDown)));
        contenders.add(start(false, () -> way.inside(entered::countDown)));
      }
      stuck(contenders);
      redefine(round % 2 == 0 ? "modified" : "original");
      CountDownLatch newOnes = new CountDownLatch(ways.size());
      for (Way way : List.<Way>of(room::block, room::field, Room::fixed)) {
        Thread fresh = start(round % 2 == 0, () -> way.inside(newOnes::countDown));
        contenders.add(fresh);
        stuck(List.of(fresh));
      }
      boolean excluded = entered.getCount() == 6 && newOnes.getCount() == 3;
      release.countDown();
      newOnes.await();
      entered.await();
      room.tell();
      threads.addAll(contenders);
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println(
          "OUT: excluded " + excluded + ", woken " + room.count() + ", " + room.greeting());
    }
  }

  private static void redefine(String text) throws Exception {
    byte[] bytes;
    try (InputStream in = SwapApp.class.getResourceAsStream("SwapApp$Room.class")) {
      bytes = in.readAllBytes();
    }
    byte[] changed =
        new String(bytes, StandardCharsets.ISO_8859_1)
            .replace("original", text)
            .getBytes(StandardCharsets.ISO_8859_1);
    Holder.instrumentation.redefineClasses(new ClassDefinition(Room.class, changed));
  }

  private static Thread start(boolean virtual, Runnable body) {
    return virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().start(body);
  }

  private static void stuck(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      for (int seen = 0; seen < 5; ) {
        Thread.State state = thread.getState();
        boolean isStuck = state == Thread.State.BLOCKED || state == Thread.State.WAITING;
        if (state == Thread.State.TERMINATED) {
          throw new IllegalStateException("not excluded: " + thread);
        }
        seen = isStuck ? seen + 1 : 0;
        Thread.sleep(1);
      }
    }
  }

  private static void hold(Way way, CountDownLatch holding, CountDownLatch release) {
    way.inside(
        () -> {
          holding.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void awaitIn(Room room) {
    try {
      room.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
