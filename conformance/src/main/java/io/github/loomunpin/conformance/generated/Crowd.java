// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;

/**
 * Virtual and platform threads that do a program at once. All counts are plain fields that only the
 * lock of the object guards, so that they go wrong where it does not exclude.
 */
public final class Crowd {
  private static final int VIRTUAL = 4;
  private static final int PLATFORM = 2;
  private static final int MEMBERS = VIRTUAL + PLATFORM;
  private static final int TURNS = 8;

  private final GeneratedProgram program;
  private final Object[] locks;
  private final Place[] places;
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final CyclicBarrier start = new CyclicBarrier(MEMBERS);

  /** What the lock of one object guards. */
  private static final class Place {
    Member owner;
    int depth;
    int entered;
    int turn;
  }

  /** One of the threads. */
  public final class Member extends Dice {
    private final int number;
    private final int[] entered = new int[locks.length];

    private Member(long seed, int number) {
      super(seed);
      this.number = number;
    }

    public int rounds() {
      return 10;
    }

    /** One of the watched objects. */
    public Object lock(int number) {
      return locks[number];
    }

    /** Begins what only the owner of the lock of an object may do. */
    public void enter(int lock) {
      Place place = places[lock];
      if (!Thread.holdsLock(locks[lock])) {
        faults.add("lock " + lock + " is not held by who has entered it");
      }
      if (place.depth != 0 && place.owner != this) {
        faults.add("lock " + lock + " has two owners");
      }
      place.owner = this;
      place.depth++;
      int before = place.entered;
      if (rarely()) {
        Thread.yield();
      }
      place.entered = before + 1;
      entered[lock]++;
    }

    public void leave(int lock) {
      Place place = places[lock];
      if (place.owner != this || place.depth == 0) {
        faults.add("lock " + lock + " had another owner in the meantime");
      }
      place.depth--;
    }

    /** Whether it is this thread's turn; only who holds the lock may ask. */
    public boolean isNext(int which) {
      int members = which == 0 ? MEMBERS : 2;
      return places[program.turns()[which]].turn % members == (which == 0 ? number : number / 5);
    }

    /** Ends the turn; only who holds the lock may do so. */
    public void pass(int which) {
      places[program.turns()[which]].turn++;
    }

    private void run(boolean isPair) {
      try {
        start.await();
        for (int i = 0; i < rounds(); i++) {
          program.together(this);
        }
        for (int i = 0; i < TURNS; i++) {
          program.turn(this, 0);
        }
        for (int i = 0; isPair && i < TURNS; i++) {
          program.turn(this, 1);
        }
      } catch (Throwable e) {
        faults.add("thread " + number + " ended with " + e);
        // Others may wait for it for ever.
        e.printStackTrace();
      }
      for (int i = 0; i < locks.length; i++) {
        if (Thread.holdsLock(locks[i])) {
          faults.add("thread " + number + " ended with lock " + i + " held");
        }
      }
    }
  }

  Crowd(GeneratedProgram program) {
    this.program = program;
    this.locks = program.locks();
    this.places = new Place[locks.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = new Place();
    }
  }

  /** Ends when all threads have ended; only a hang keeps them. Returns what was counted. */
  List<String> run(long seed) throws InterruptedException {
    List<Member> members = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      Member member = new Member(seed + i, i);
      members.add(member);
      Thread.Builder builder = i < VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
      // The first is virtual and the last is a platform thread.
      boolean isPair = i == 0 || i == MEMBERS - 1;
      threads.add(builder.name("member-" + i).start(() -> member.run(isPair)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < locks.length; i++) {
      int expected = 0;
      for (Member member : members) {
        expected += member.entered[i];
      }
      Place place = places[i];
      lines.add("lock %d: %d of %d entries".formatted(i, place.entered, expected));
      if (place.entered != expected || place.depth != 0) {
        faults.add("lock " + i + " is left " + place.depth + " deep after " + lines.getLast());
      }
    }
    for (int which : program.turns()) {
      lines.add("lock %d: %d turns".formatted(which, places[which].turn));
    }
    faults.stream().distinct().map("FAULT: "::concat).forEach(lines::add);
    return lines;
  }
}
