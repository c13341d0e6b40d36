// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads that compute without pause on every carrier, until a thread inside a lock has
 * done something. A thread that blocks in a native monitor keeps its carrier and cannot starve.
 */
final class StarvationPrograms {

  private static final String NO_TRACKING = "-Djdk.trackAllThreads=false";

  private StarvationPrograms() {}

  /** How a virtual thread blocks inside a lock, and what lets it go on. */
  private interface Blocking {

    /** Run by the virtual thread; returns when it is let go. */
    void block() throws Exception;

    /** Run by a platform thread, when every carrier is busy. */
    void letGo() throws Exception;
  }

  private static String survives(Env env, Blocking blocking) throws Exception {
    // From JDK 24 on, threads leave their carriers inside monitors too, and this hangs by itself.
    if (Runtime.version().feature() < 24) {
      starve(env, blocking);
    }
    return "not starved";
  }

  private static void starve(Env env, Blocking blocking) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    int carriers =
        Integer.getInteger(
            "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
    Crew crew = env.crew();
    Thread inside =
        crew.start(
            true,
            () -> {
              blocking.block();
              done.set(true);
            });
    Contest.awaitStuck(inside);
    for (int i = 0; i < carriers + 2; i++) {
      crew.start(
          true,
          () -> {
            while (!done.get()) {
              Thread.onSpinWait();
            }
          });
    }
    Thread.sleep(50);
    blocking.letGo();
    crew.join();
  }

  @Torture(
      shows =
          "a virtual thread that sleeps inside a lock goes on although others keep all carriers",
      threads = Kind.VIRTUAL)
  static String ownerIsNotStarved(Env env) throws Exception {
    return survives(env, new Sleep(new Object()));
  }

  @Torture(
      shows = "so it does where the JVM does not keep track of virtual threads",
      threads = Kind.VIRTUAL,
      jvm = NO_TRACKING)
  static String ownerIsNotStarvedUntracked(Env env) throws Exception {
    return survives(env, new Sleep(new Object()));
  }

  private record Sleep(Object lock) implements Blocking {
    @Override
    public void block() throws InterruptedException {
      synchronized (lock) {
        Thread.sleep(200);
      }
    }

    @Override
    public void letGo() {}
  }

  @Torture(
      shows = "so does one that is parked inside a lock, and unparked when all carriers are busy",
      threads = Kind.VIRTUAL)
  static String parkedOwnerIsNotStarved(Env env) throws Exception {
    return survives(env, new Parked());
  }

  private static final class Parked implements Blocking {
    private final AtomicBoolean free = new AtomicBoolean();
    private volatile Thread owner;

    @Override
    public synchronized void block() {
      owner = Thread.currentThread();
      while (!free.get()) {
        LockSupport.park(this);
      }
    }

    @Override
    public void letGo() {
      free.set(true);
      LockSupport.unpark(owner);
    }
  }

  @Torture(
      shows = "so does one that is notified when all carriers are busy",
      threads = Kind.VIRTUAL)
  static String waiterIsNotStarved(Env env) throws Exception {
    return survives(env, new Waiter());
  }

  @Torture(
      shows = "so it does where the JVM does not keep track of virtual threads",
      threads = Kind.VIRTUAL,
      jvm = NO_TRACKING)
  static String waiterIsNotStarvedUntracked(Env env) throws Exception {
    return survives(env, new Waiter());
  }

  private static final class Waiter implements Blocking {
    private boolean ready;

    @Override
    public synchronized void block() throws InterruptedException {
      while (!ready) {
        wait();
      }
    }

    @Override
    public synchronized void letGo() {
      ready = true;
      notifyAll();
    }
  }

  @Torture(
      shows = "so does one that joins a platform thread which ends when all carriers are busy",
      threads = Kind.VIRTUAL)
  static String joinerIsNotStarved(Env env) throws Exception {
    return survives(env, new Joiner(false));
  }

  @Torture(
      shows = "so it does where the JVM does not keep track of virtual threads",
      threads = Kind.VIRTUAL,
      jvm = NO_TRACKING)
  static String joinerIsNotStarvedUntracked(Env env) throws Exception {
    return survives(env, new Joiner(false));
  }

  @Torture(
      shows = "so does one that is interrupted while it joins, when all carriers are busy",
      threads = Kind.VIRTUAL)
  static String interruptedJoinerIsNotStarved(Env env) throws Exception {
    return survives(env, new Joiner(true));
  }

  private static final class Joiner implements Blocking {
    private final boolean interrupted;
    private final AtomicBoolean free = new AtomicBoolean();
    private final Thread joined = Thread.ofPlatform().daemon().start(() -> Check.await(free::get));
    private volatile Thread joining;

    private Joiner(boolean interrupted) {
      this.interrupted = interrupted;
    }

    @Override
    public void block() throws InterruptedException {
      joining = Thread.currentThread();
      try {
        joined.join();
        Check.that(!interrupted, "the join was interrupted");
      } catch (InterruptedException e) {
        Check.that(interrupted, "the join was not interrupted");
        free.set(true);
      }
    }

    @Override
    public void letGo() {
      if (interrupted) {
        joining.interrupt();
      } else {
        free.set(true);
      }
    }
  }

  @Torture(
      shows = "so does one that gets a lock when all carriers are busy",
      threads = Kind.VIRTUAL)
  static String contenderIsNotStarved(Env env) throws Exception {
    Object lock = new Object();
    AtomicBoolean free = new AtomicBoolean();
    Crew holders = env.crew();
    holding(holders, lock, free);
    String outcome =
        survives(
            env,
            new Blocking() {
              @Override
              public void block() {
                synchronized (lock) {
                  Check.that(free.get(), "the lock is free");
                }
              }

              @Override
              public void letGo() {
                free.set(true);
              }
            });
    free.set(true);
    holders.join();
    return outcome;
  }

  @Torture(
      shows =
          "the owner of a lock nobody wants is not starved while many wait for another lock, which"
              + " is freed only by what the owner does",
      threads = Kind.VIRTUAL)
  static String ownerAmongManyIsNotStarved(Env env) throws Exception {
    return amongMany(env);
  }

  @Torture(
      shows = "so it is where the JVM does not keep track of virtual threads",
      threads = Kind.VIRTUAL,
      jvm = NO_TRACKING)
  static String ownerAmongManyIsNotStarvedUntracked(Env env) throws Exception {
    return amongMany(env);
  }

  private static String amongMany(Env env) throws Exception {
    Object wanted = new Object();
    AtomicBoolean free = new AtomicBoolean();
    Crew holders = env.crew();
    holding(holders, wanted, free);
    Sleep sleep = new Sleep(new Object());
    String outcome =
        survives(
            env,
            new Blocking() {
              @Override
              public void block() throws InterruptedException {
                sleep.block();
                free.set(true);
              }

              @Override
              public void letGo() {
                // Queue for a carrier, and then for the lock.
                for (int i = 0; i < 10; i++) {
                  holders.start(
                      true,
                      () -> {
                        synchronized (wanted) {
                          Check.that(free.get(), "the lock is free");
                        }
                      });
                }
              }
            });
    free.set(true);
    holders.join();
    return outcome;
  }

  /** A platform thread takes the lock and keeps it until it is to be free. */
  private static void holding(Crew crew, Object lock, AtomicBoolean free) {
    AtomicBoolean holds = new AtomicBoolean();
    crew.start(
        false,
        () -> {
          synchronized (lock) {
            holds.set(true);
            Check.await(free::get);
          }
        });
    Check.await(holds::get);
  }
}
