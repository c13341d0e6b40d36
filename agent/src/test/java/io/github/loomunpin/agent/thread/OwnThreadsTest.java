// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.thread.Job.End;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OwnThreadsTest {

  private static final long LONG = 60_000;

  private interface Work<T> {
    T work() throws Throwable;
  }

  private static <T> Job<T> job(Work<T> work) {
    return new Job<>() {
      @Override
      protected T work() throws Throwable {
        return work.work();
      }
    };
  }

  @Test
  void a_job_runs_on_a_daemon_thread_that_has_nothing_of_the_application() {
    Job<Thread> job = job(Thread::currentThread);

    assertThat(OwnThreads.run(job, LONG)).isEqualTo(End.DONE);
    Thread thread = job.result();
    assertThat(thread).isNotSameAs(Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getContextClassLoader()).isNull();
    assertThat(thread.getThreadGroup().getParent()).isNull();
  }

  @Test
  void whatever_a_job_throws_is_kept_and_the_next_one_runs() {
    Error thrown = new Error("anything");
    Job<Void> job =
        job(
            () -> {
              throw thrown;
            });

    assertThat(OwnThreads.run(job, LONG)).isEqualTo(End.FAILED);
    assertThat(job.thrown()).isSameAs(thrown);
    assertThat(OwnThreads.run(job(() -> 1), LONG)).isEqualTo(End.DONE);
  }

  @Test
  void the_threads_end_and_begin_anew_also_beside_one_that_is_busy() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch latch = new CountDownLatch(1);
    Job<Void> busy =
        job(
            () -> {
              begun.countDown();
              latch.await();
              return null;
            });
    assertThat(OwnThreads.later(busy)).isTrue();
    begun.await();
    Job<Thread> job = job(Thread::currentThread);
    assertThat(OwnThreads.run(job, LONG)).isEqualTo(End.DONE);

    OwnThreads.end();
    job.result().join(LONG);

    assertThat(job.result().isAlive()).isFalse();
    assertThat(OwnThreads.run(job(() -> 1), LONG)).isEqualTo(End.DONE);
    latch.countDown();
  }

  @Test
  void a_job_that_blocks_is_left_to_itself() {
    CountDownLatch latch = new CountDownLatch(1);
    Job<Void> job =
        job(
            () -> {
              latch.await();
              return null;
            });
    try {
      assertThat(OwnThreads.run(job, 50)).isEqualTo(End.LATE);
      assertThat(OwnThreads.run(job(() -> 1), LONG)).isEqualTo(End.DONE);
    } finally {
      latch.countDown();
    }
  }

  @Test
  void jobs_that_wait_for_jobs_end_at_some_depth() {
    List<End> ends = new ArrayList<>();

    assertThat(OwnThreads.run(nested(ends), LONG)).isEqualTo(End.DONE);
    assertThat(ends).hasSize(OwnThreads.DEEPEST).startsWith(End.NEVER_BEGUN);
    assertThat(ends.subList(1, ends.size())).containsOnly(End.DONE);
  }

  private static Job<Void> nested(List<End> ends) {
    return job(
        () -> {
          ends.add(OwnThreads.run(nested(ends), LONG));
          return null;
        });
  }

  @Test
  void with_all_threads_blocked_a_job_is_not_begun_and_nothing_hangs() {
    CountDownLatch latch = new CountDownLatch(1);
    try {
      End end = End.LATE;
      for (int i = 0; i <= 4 * OwnThreads.MOST && end != End.NEVER_BEGUN; i++) {
        Job<Void> job =
            job(
                () -> {
                  latch.await();
                  return null;
                });
        end = OwnThreads.run(job, 20);
      }
      assertThat(end).isEqualTo(End.NEVER_BEGUN);
    } finally {
      latch.countDown();
    }
    End after = OwnThreads.run(job(() -> 1), LONG);
    while (after == End.NEVER_BEGUN) { // until one of the blocked threads is free
      Thread.onSpinWait();
      after = OwnThreads.run(job(() -> 1), LONG);
    }
    assertThat(after).isEqualTo(End.DONE);
  }

  @Test
  void the_waiting_thread_keeps_its_interrupt_and_its_permit() {
    Thread.currentThread().interrupt();
    try {
      assertThat(OwnThreads.run(job(() -> 1), LONG)).isEqualTo(End.DONE);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    LockSupport.unpark(Thread.currentThread());
    assertThat(OwnThreads.run(job(() -> 1), LONG)).isEqualTo(End.DONE);
    LockSupport.park(this); // returns, or the build's time limit ends it
  }
}
