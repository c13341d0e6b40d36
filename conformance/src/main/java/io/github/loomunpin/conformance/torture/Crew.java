// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The threads of one program; used by one thread. */
public final class Crew {
  private final Kind kind;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Crew(Kind kind) {
    this.kind = kind;
  }

  /** Starts the next worker on a thread of the program's kind. */
  public Thread start(ThrowingRunnable body) {
    return start(kind.isVirtual(threads.size()), body);
  }

  /** Starts the next worker on a thread of the given kind. */
  public Thread start(boolean virtual, ThrowingRunnable body) {
    String name = "torture-" + threads.size();
    Thread.Builder builder =
        virtual ? Thread.ofVirtual().name(name) : Thread.ofPlatform().daemon().name(name);
    Thread thread = builder.unstarted(() -> guarded(body));
    threads.add(thread);
    thread.start();
    return thread;
  }

  /** Waits for all threads, then throws the first failure of any. */
  public void join() {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
    threads.clear();
    check();
  }

  /** Throws the first failure of any thread so far. */
  public void check() {
    Throwable e = failure.get();
    if (e != null) {
      throw new AssertionError("in a worker: " + e, e);
    }
  }

  private void guarded(ThrowingRunnable body) {
    try {
      body.run();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }
}
