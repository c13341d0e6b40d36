// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.HashMap;
import java.util.List;

/** Every kind of object can be a lock, and two objects are two locks. */
final class ExclusionByObjectPrograms {
  /**
   * Each enters twice, in two frames. A virtual thread cannot be unmounted from twice as many
   * frames that are in part interpreted, whatever locks it holds: the JVM's stack ends while it
   * copies them.
   */
  private static final int LEVELS = 500;

  private ExclusionByObjectPrograms() {}

  @Torture(
      shows = "objects to which no field could be added are locks like any other",
      shape = true)
  static String lockOnOddObjects(Env env) {
    record Point(int x, int y) {}
    enum Colour {
      RED
    }
    Runnable lambda = () -> {};
    List<Object> locks =
        List.of(
            new int[1],
            new Object[0],
            new String("lock"),
            Integer.valueOf(123_456),
            Colour.RED,
            new Point(1, 2),
            lambda,
            new HashMap<>(),
            new StringBuilder());
    for (Object lock : locks) {
      Contest.Way way = action -> lockedAsObject(lock, action);
      Contest.of(env).excludes(way, way);
      RacyCounter tally = new RacyCounter();
      env.countUnder(tally, () -> lockedAsObject(lock, tally::bump));
    }
    return lockOnStaticTypes(env);
  }

  private static void lockedAsObject(Object lock, Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }

  /** Locks an object once as its exact type and once as Object. */
  private static String lockOnStaticTypes(Env env) {
    int[] array = new int[1];
    String string = new String("lock");
    HashMap<String, String> map = new HashMap<>();
    Contest contest = Contest.of(env);
    contest.excludeEachOther(
        action -> lockedAsObject(array, action),
        action -> {
          synchronized (array) {
            action.run();
          }
        });
    contest.excludeEachOther(
        action -> lockedAsObject(string, action),
        action -> {
          synchronized (string) {
            action.run();
          }
        });
    return contest.excludeEachOther(
        action -> lockedAsObject(map, action),
        action -> {
          synchronized (map) {
            action.run();
          }
        });
  }

  @Torture(
      shows = "one platform thread and a hundred virtual threads lose no update",
      threads = Kind.MIXED,
      core = true)
  static String platformVsVirtualMixed(Env env) {
    Object lock = new Object();
    RacyCounter tally = new RacyCounter();
    int times = env.n(500);
    Crew crew = env.crew();
    ThrowingRunnable work =
        () -> {
          for (int i = 0; i < times; i++) {
            synchronized (lock) {
              tally.bump();
            }
          }
        };
    crew.start(false, work);
    for (int i = 0; i < 100; i++) {
      crew.start(true, work);
    }
    crew.join();
    Check.same(101 * times, tally.value(), "count");
    return "count exact";
  }

  @Torture(
      shows = "classes of one name in two loaders are two locks, each excluding its own threads")
  static String twoClassLoadersSameName(Env env) throws Exception {
    Contest.Way one = copyOfStaticLock();
    Contest.Way two = copyOfStaticLock();
    Contest contest = Contest.of(env);
    return contest.independent(one, two)
        + ", "
        + contest.excludes(one, one)
        + ", "
        + contest.excludes(two, two);
  }

  private static Contest.Way copyOfStaticLock() throws ReflectiveOperationException {
    Class<?> copy =
        Class.forName(StaticLock.class.getName(), true, BytesLoader.copying(StaticLock.class));
    return (Contest.Way) copy.getConstructor().newInstance();
  }

  /** Copied into other loaders. */
  public static final class StaticLock implements Contest.Way {
    public StaticLock() {}

    @Override
    public void inside(Runnable action) {
      locked(action);
    }

    private static synchronized void locked(Runnable action) {
      action.run();
    }
  }

  @Torture(
      shows = "a thousand nested entries of one lock need a thousand exits",
      core = true,
      shape = true)
  static String reentrant_1000(Env env) {
    class Recursive {
      synchronized int method(int depth, Runnable action) {
        if (depth == 0) {
          action.run();
          return 0;
        }
        int below = block(depth - 1, action);
        Check.that(Thread.holdsLock(this), "still held at depth " + depth);
        return below + 1;
      }

      int block(int depth, Runnable action) {
        synchronized (this) {
          return method(depth, action);
        }
      }
    }
    Recursive lock = new Recursive();
    int depth = env.call(() -> lock.method(LEVELS, () -> {}));
    Contest.Way deep = action -> lock.method(LEVELS, action);
    Contest.Way flat =
        action -> {
          synchronized (lock) {
            action.run();
          }
        };
    Contest.of(env).excludeEachOther(deep, flat);
    Contest.Way afterDeep =
        action -> {
          synchronized (lock) {
            lock.method(LEVELS, () -> {});
            action.run();
          }
        };
    return depth + ", " + Contest.of(env).excludeEachOther(afterDeep, flat);
  }

  @Torture(shows = "five nested locks guard five counters", shape = true)
  static String nestedDistinctLocks(Env env) {
    Object[] locks = {new Object(), new int[0], "literal", new HashMap<>(), new Object()};
    RacyCounter[] tallies = {
      new RacyCounter(), new RacyCounter(), new RacyCounter(), new RacyCounter(), new RacyCounter()
    };
    int times = env.n(2_000);
    env.hammer(
        4,
        times,
        () -> {
          synchronized (locks[0]) {
            tallies[0].bump();
            synchronized (locks[1]) {
              tallies[1].bump();
              synchronized (locks[2]) {
                tallies[2].bump();
                synchronized (locks[3]) {
                  tallies[3].bump();
                  synchronized (locks[4]) {
                    tallies[4].bump();
                  }
                }
              }
            }
          }
          synchronized (locks[4]) {
            tallies[4].bump();
          }
        });
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      Check.same((i == 4 ? 8 : 4) * times, tallies[i].value(), "tally " + i);
      values.append(i);
    }
    return "counts exact: " + values;
  }
}
