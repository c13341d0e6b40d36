// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.memory;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * A program that prints how many bytes of the Java heap a lock takes in one state, which is its
 * argument.
 */
public final class LockMemory {

  private static final int LOCKS = 1_000;

  /** For a hundred thousand frames. */
  private static final long STACK_BYTES = 256L << 20;

  /** The first times load and compile what is not part of the figure. */
  private static final int TIMES = 5;

  private static final int COLLECTIONS = 4;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final long LAST_NANOS = 60_000_000_000L;

  private static int count;

  private LockMemory() {}

  /** A lock's state. */
  enum State {
    /** The whole heap of a program that has no lock. */
    NONE(1),
    /** What an object that was locked once, and no longer is, takes besides the object itself. */
    LEFT(1_000_000),
    /** By one thread that holds them all. */
    HELD(100_000),
    /** What a virtual thread that waits to enter adds to a lock that is held, with the thread. */
    ENTRY_AWAITED(LOCKS),
    /**
     * What a virtual thread that waits to lock adds to a {@link ReentrantLock} that is held, with
     * the thread.
     */
    ENTRY_AWAITED_BY_HAND(LOCKS),
    /** What a virtual thread takes that waits for an object, with the thread. */
    WAITED(LOCKS),
    /** What a virtual thread takes that waits for a {@link Condition}, with the thread. */
    WAITED_BY_HAND(LOCKS);

    private final int locks;

    State(int locks) {
      this.locks = locks;
    }
  }

  /** Prints the figure. */
  public static void main(String[] args) throws Exception {
    State state = State.valueOf(args[0]);
    long bytes = 0;
    for (int i = 0; i < TIMES; i++) {
      bytes =
          switch (state) {
            case NONE -> used();
            case LEFT -> left(state.locks);
            case HELD -> held(state.locks);
            case ENTRY_AWAITED -> entryAwaited(state.locks);
            case ENTRY_AWAITED_BY_HAND -> entryAwaitedByHand(state.locks);
            case WAITED -> waited(state.locks);
            case WAITED_BY_HAND -> waitedByHand(state.locks);
          };
    }
    System.out.printf(Locale.ROOT, "%.1f%n", bytes / (double) state.locks);
  }

  private static Object[] objects(int number) {
    Object[] objects = new Object[number];
    for (int i = 0; i < number; i++) {
      objects[i] = new Object();
    }
    return objects;
  }

  private static long left(int number) {
    Object[] objects = objects(number);
    long before = used();
    for (Object object : objects) {
      synchronized (object) {
        count++;
      }
    }
    long after = used();
    Reference.reachabilityFence(objects);
    return after - before;
  }

  private static long held(int number) throws InterruptedException {
    Object[] objects = objects(number);
    long[] taken = new long[1];
    Runnable holding =
        () -> {
          long before = used();
          hold(objects, 0, () -> taken[0] = used() - before);
        };
    Thread holder = new Thread(null, holding, "holder", STACK_BYTES);
    holder.start();
    holder.join();
    return taken[0];
  }

  private static void hold(Object[] objects, int from, Runnable inside) {
    if (from == objects.length) {
      inside.run();
      return;
    }
    synchronized (objects[from]) {
      hold(objects, from + 1, inside);
    }
  }

  private static long entryAwaited(int number) throws InterruptedException {
    Object[] objects = objects(number);
    Waiting waiting = new Waiting(number);
    hold(
        objects,
        0,
        () ->
            waiting.begin(
                i -> {
                  synchronized (objects[i]) {
                    Thread.yield();
                  }
                }));
    return waiting.end();
  }

  private static long entryAwaitedByHand(int number) throws InterruptedException {
    ReentrantLock[] locks = new ReentrantLock[number];
    for (int i = 0; i < number; i++) {
      locks[i] = new ReentrantLock();
      locks[i].lock();
    }
    Waiting waiting = new Waiting(number);
    waiting.begin(
        i -> {
          locks[i].lock();
          locks[i].unlock();
        });
    for (ReentrantLock lock : locks) {
      lock.unlock();
    }
    return waiting.end();
  }

  private static long waited(int number) throws InterruptedException {
    Object[] objects = objects(number);
    Waiting waiting = new Waiting(number);
    waiting.begin(
        i -> {
          synchronized (objects[i]) {
            try {
              objects[i].wait();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        });
    for (Object object : objects) {
      synchronized (object) {
        object.notifyAll();
      }
    }
    return waiting.end();
  }

  private static long waitedByHand(int number) throws InterruptedException {
    ReentrantLock[] locks = new ReentrantLock[number];
    Condition[] conditions = new Condition[number];
    Waiting waiting = new Waiting(number);
    waiting.begin(
        i -> {
          locks[i] = new ReentrantLock();
          locks[i].lock();
          conditions[i] = locks[i].newCondition();
          conditions[i].awaitUninterruptibly();
          locks[i].unlock();
        });
    for (int i = 0; i < number; i++) {
      locks[i].lock();
      conditions[i].signal();
      locks[i].unlock();
    }
    return waiting.end();
  }

  /** Virtual threads, each of which waits for something. */
  private static final class Waiting {

    private final List<Thread> threads;
    private final int number;
    private long taken;

    Waiting(int number) {
      this.number = number;
      this.threads = new ArrayList<>(number);
    }

    /** Returns when all wait. */
    void begin(IntConsumer code) {
      long before = used();
      for (int i = 0; i < number; i++) {
        int index = i;
        threads.add(Thread.ofVirtual().start(() -> code.accept(index)));
      }
      long begin = System.nanoTime();
      for (Thread thread : threads) {
        while (thread.getState() != Thread.State.WAITING
            && thread.getState() != Thread.State.BLOCKED) {
          if (System.nanoTime() - begin > LAST_NANOS) {
            throw new IllegalStateException("a thread does not wait");
          }
          Thread.onSpinWait();
        }
      }
      taken = used() - before;
    }

    /** Returns what they took, when all have ended. */
    long end() throws InterruptedException {
      for (Thread thread : threads) {
        thread.join();
      }
      return taken;
    }
  }

  /** After collections, between which there is time to clear references. */
  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
