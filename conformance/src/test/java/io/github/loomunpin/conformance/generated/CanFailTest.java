// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The traces of programs tell when a lock does not exclude, or is left held. */
class CanFailTest {
  private final Object first = new Object();
  private final Object second = new Object();

  @Test
  void a_program_with_its_locks_has_no_fault() throws Exception {
    assertThat(new Crowd(new Counting(first, false)).run(1))
        .contains("lock 0: 60 of 60 entries", "lock 0: 48 turns", "lock 1: 16 turns")
        .noneMatch(line -> line.startsWith("FAULT"));
  }

  @Test
  void another_lock_than_that_of_the_object_is_a_fault() throws Exception {
    assertThat(new Crowd(new Counting(second, false)).run(1))
        .contains("FAULT: lock 0 is not held by who has entered it");
  }

  @Test
  void two_owners_of_a_lock_are_a_fault() throws Exception {
    assertThat(new Crowd(new Counting(first, true)).run(1))
        .contains("FAULT: lock 0 has two owners")
        .contains("FAULT: lock 0 had another owner in the meantime");
  }

  @Test
  void a_lock_that_is_left_held_is_a_fault() {
    synchronized (second) {
      assertThat(GeneratedMain.alone(new Counting(first, false), 1, false))
          .containsExactly("-2 .x", "FAULT: lock 1 is left held");
    }
  }

  @Test
  void the_trace_shows_what_is_held() {
    Trace trace = new Trace(1, new Object[] {first, second}, false);
    synchronized (second) {
      trace.step(7);
    }
    trace.step(8);
    trace.caught(9, new NullPointerException("because"));

    assertThat(trace.lines())
        .containsExactly("7 .x", "8 ..", "9 .. java.lang.NullPointerException");
  }

  /** Counts with a lock, out of which all threads may let each other in. */
  private final class Counting implements GeneratedProgram {
    private final Object lock;
    private final boolean lettingIn;
    private int inside;

    Counting(Object lock, boolean lettingIn) {
      this.lock = lock;
      this.lettingIn = lettingIn;
    }

    @Override
    public Object[] locks() {
      return new Object[] {first, second};
    }

    @Override
    public void alone(Trace trace) {}

    @Override
    public void together(Crowd.Member member) throws InterruptedException {
      synchronized (lock) {
        member.enter(0);
        inside++;
        lock.notifyAll();
        while (lettingIn && inside < 6) {
          lock.wait();
        }
        member.leave(0);
      }
    }

    @Override
    public int[] turns() {
      return new int[] {0, 1};
    }

    @Override
    public void turn(Crowd.Member member, int which) throws InterruptedException {
      Object turned = locks()[which];
      synchronized (turned) {
        while (!member.isNext(which)) {
          turned.wait();
        }
        member.pass(which);
        turned.notifyAll();
      }
    }
  }
}
