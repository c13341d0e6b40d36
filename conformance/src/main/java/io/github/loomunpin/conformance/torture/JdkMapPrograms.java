// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Concurrent collections of the JDK that run code of the application while they lock. */
final class JdkMapPrograms {

  /** With which a bin becomes a tree, in a table that is large enough for that. */
  private static final int TREE = 12;

  private static final int LARGE = 256;

  private JdkMapPrograms() {}

  /** All keys of one hash are in one bin. Comparing one may run an action, once. */
  private static final class Key {
    private final int hash;
    private final int id;
    private final AtomicReference<Runnable> whenCompared = new AtomicReference<>();

    Key(int hash, int id) {
      this.hash = hash;
      this.id = id;
    }

    Key running(Runnable action) {
      whenCompared.set(action);
      return this;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Runnable action = whenCompared.getAndSet(null);
      if (action != null) {
        action.run();
      }
      return other instanceof Key key && key.hash == hash && key.id == id;
    }
  }

  private static ConcurrentHashMap<Key, Integer> filled(int keys) {
    ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>(LARGE);
    for (int i = 0; i < keys; i++) {
      map.put(new Key(1, i), 0);
    }
    return map;
  }

  private static Contest.Way computing(Map<Key, Integer> map) {
    return action ->
        map.compute(
            new Key(1, 0),
            (k, v) -> {
              action.run();
              return v;
            });
  }

  /** Everything that locks the bin of a key, and can run an action meanwhile. */
  private static List<Contest.Way> ways(ConcurrentHashMap<Key, Integer> map) {
    return List.of(
        computing(map),
        action ->
            map.computeIfPresent(
                new Key(1, 0),
                (k, v) -> {
                  action.run();
                  return v;
                }),
        action ->
            map.merge(
                new Key(1, 0),
                0,
                (v, w) -> {
                  action.run();
                  return v;
                }),
        action ->
            map.computeIfAbsent(
                new Key(1, -1),
                k -> {
                  action.run();
                  return null;
                }),
        action -> map.put(new Key(1, 0).running(action), 0),
        action -> map.remove(new Key(1, -2).running(action)),
        action -> map.replace(new Key(1, 0).running(action), 0));
  }

  private static String excludeEachOther(Env env, ConcurrentHashMap<Key, Integer> map) {
    Contest contest = Contest.of(env);
    List<Contest.Way> ways = ways(map);
    for (Contest.Way way : ways) {
      contest.excludes(ways.get(0), way);
    }
    for (Contest.Way way : ways.subList(1, 4)) {
      contest.excludeEachOther(way, ways.get(0));
    }
    return "exclude each other";
  }

  @Torture(
      shows = "what updates a key of a ConcurrentHashMap excludes what updates others of its bin",
      core = true,
      sample = true)
  static String mapListBin(Env env) {
    return excludeEachOther(env, filled(3));
  }

  @Torture(
      shows = "what updates a key of a ConcurrentHashMap excludes others where its bin is a tree")
  static String mapTreeBin(Env env) {
    return excludeEachOther(env, filled(TREE));
  }

  @Torture(
      shows = "a key that is being computed in an empty bin keeps out what updates that key",
      core = true)
  static String mapReservation(Env env) {
    Contest contest = Contest.of(env);
    ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>(LARGE);
    Contest.Way absent =
        action ->
            map.computeIfAbsent(
                new Key(1, 0),
                k -> {
                  action.run();
                  return null;
                });
    Contest.Way compute =
        action ->
            map.compute(
                new Key(1, 0),
                (k, v) -> {
                  action.run();
                  return null;
                });
    contest.excludeEachOther(absent, compute);
    Contest.Way put =
        action -> {
          map.put(new Key(1, 1), 0);
          action.run();
          map.remove(new Key(1, 1));
        };
    Contest.Way clear =
        action -> {
          map.clear();
          action.run();
        };
    contest.excludes(absent, put);
    contest.excludes(compute, put);
    contest.excludes(absent, clear);
    return "exclude each other, left " + map.size();
  }

  @Torture(
      shows =
          "who locks a node of a ConcurrentHashMap, which bulk operations give out, locks its bin")
  static String mapNodeGivenOut(Env env) {
    StringBuilder results = new StringBuilder();
    for (int keys : new int[] {1, TREE}) {
      ConcurrentHashMap<Key, Integer> map = filled(keys);
      List<Object> nodes = new ArrayList<>();
      map.forEachEntry(Long.MAX_VALUE, nodes::add);
      Object first = nodes.get(0);
      Contest.Way block =
          action -> {
            synchronized (first) {
              action.run();
            }
          };
      Contest contest = Contest.of(env);
      if (keys == 1) {
        contest.excludeEachOther(block, computing(map));
      } else {
        // What is locked there is the tree, which nobody gives out.
        contest.independent(block, computing(map));
      }
      results.append(keys).append(" as expected ");
    }
    return results.toString().strip();
  }

  @Torture(shows = "a ConcurrentHashMap grows around a bin that is locked, and loses nothing")
  static String mapGrowsWhileLocked(Env env) {
    int keys = env.n(4_000);
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(1);
    map.put(-1, 0);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Crew crew = env.crew();
    boolean virtual = env.kind() != Kind.PLATFORM;
    crew.start(
        virtual,
        () ->
            map.compute(
                -1,
                (k, v) -> {
                  inside.countDown();
                  Contest.awaitQuietly(release);
                  return 1;
                }));
    Contest.awaitQuietly(inside);
    List<Thread> putting = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int from = t;
      putting.add(
          crew.start(
              // Natively, those that wait would keep the carriers that the others need.
              t % 2 == 0 && virtual && env.rewritten(),
              () -> {
                for (int i = from; i < 4 * keys; i += 4) {
                  map.merge(i, 1, Integer::sum);
                }
              }));
    }
    putting.forEach(Contest::awaitStuck);
    boolean waits = putting.stream().anyMatch(Thread::isAlive);
    release.countDown();
    crew.join();
    Check.that(waits, "growing waits for the bin");
    Check.same(4 * keys + 1, map.size(), "size");
    Check.that(map.values().stream().allMatch(v -> v == 1), "each value is 1");
    return "grows, nothing lost";
  }

  @Torture(
      shows = "a CopyOnWriteArrayList and its reversed view have one lock",
      note = "What the view does takes two steps in the lock.")
  static String copyOnWriteListReversed(Env env) {
    CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
    List<Integer> reversed = list.reversed();
    Contest.Way filtering =
        inside ->
            list.removeIf(
                each -> {
                  if (each == 1) {
                    inside.run();
                  }
                  return false;
                });
    Contest.of(env)
        .excludes(
            filtering,
            inside -> {
              reversed.add(4);
              inside.run();
            });
    Contest.of(env)
        .excludes(
            filtering,
            inside -> {
              reversed.getLast();
              inside.run();
            });
    Contest.of(env)
        .excludes(
            filtering,
            inside -> {
              reversed.iterator();
              inside.run();
            });
    return list + " and " + reversed;
  }

  @Torture(
      shows = "no update of a ConcurrentHashMap is lost, whatever its bins are and while it grows",
      core = true)
  static String mapUpdates(Env env) {
    StringBuilder sums = new StringBuilder();
    for (int hashes : new int[] {1, 7, 1000}) {
      ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>(1);
      AtomicInteger next = new AtomicInteger();
      int times = env.n(2_000);
      env.hammer(
          6,
          times,
          () -> {
            int n = next.getAndIncrement();
            Key key = new Key(n % hashes, n % 40);
            switch (n % 4) {
              case 0 -> map.merge(key, 1, Integer::sum);
              case 1 -> map.compute(key, (k, v) -> v == null ? 1 : v + 1);
              case 2 -> {
                map.computeIfAbsent(key, k -> 0);
                map.computeIfPresent(key, (k, v) -> v + 1);
              }
              default -> {
                map.putIfAbsent(key, 0);
                map.replaceAll((k, v) -> k.equals(key) ? v + 1 : v);
              }
            }
            map.remove(new Key(n % hashes, -1));
          });
      int sum = map.reduceValues(10, Integer::sum);
      Check.same(6 * times, sum, "sum over " + hashes + " hashes");
      sums.append(hashes).append(" exact ");
    }
    return sums.toString().strip();
  }

  @Torture(shows = "a ConcurrentHashMap detects that a function updates what it computes")
  static String mapRecursion(Env env) {
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    List<String> seen =
        env.call(
            () ->
                Arrays.asList(
                    thrown(() -> map.computeIfAbsent("a", k -> map.computeIfAbsent("a", x -> 1))),
                    thrown(() -> map.computeIfAbsent("a", k -> map.put("a", 1))),
                    thrown(() -> map.compute("a", (k, v) -> map.remove("a"))),
                    thrown(
                        () ->
                            map.computeIfAbsent(
                                "a",
                                k -> {
                                  throw new IllegalArgumentException("mine");
                                })),
                    thrown(() -> map.put("a", 1)),
                    thrown(() -> map.compute("a", (k, v) -> map.merge("a", 2, Integer::sum)))));
    return seen + " " + map;
  }

  private static String thrown(Runnable body) {
    try {
      body.run();
      return "nothing";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }

  @Torture(shows = "who waits for a bin is not interrupted, and stays so afterwards")
  static String mapInterrupt(Env env) {
    ConcurrentHashMap<Key, Integer> map = filled(2);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<String> seen = new AtomicReference<>();
    Crew crew = env.crew();
    boolean virtual = env.kind() != Kind.PLATFORM;
    crew.start(
        virtual,
        () ->
            computing(map)
                .inside(
                    () -> {
                      inside.countDown();
                      Contest.awaitQuietly(release);
                    }));
    Contest.awaitQuietly(inside);
    Thread waiter =
        crew.start(
            env.kind() == Kind.VIRTUAL,
            () -> {
              map.merge(new Key(1, 1), 5, Integer::sum);
              seen.set("interrupted " + Thread.currentThread().isInterrupted());
            });
    Contest.awaitStuck(waiter);
    waiter.interrupt();
    Contest.awaitStuck(waiter);
    Check.that(waiter.isAlive(), "it still waits");
    release.countDown();
    crew.join();
    return seen.get() + ", " + map.get(new Key(1, 1));
  }

  @Torture(shows = "what changes a CopyOnWriteArrayList excludes what else changes it", core = true)
  static String copyOnWriteList(Env env) {
    CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
    Contest.Way removeIf =
        action ->
            list.removeIf(
                x -> {
                  if (x == 1) {
                    action.run();
                  }
                  return false;
                });
    Contest.Way replaceAll =
        action ->
            list.replaceAll(
                x -> {
                  if (x == 1) {
                    action.run();
                  }
                  return x;
                });
    Contest.Way add =
        action -> {
          list.add(4);
          action.run();
          list.remove((Integer) 4);
        };
    Contest contest = Contest.of(env);
    contest.excludeEachOther(removeIf, replaceAll);
    contest.excludes(removeIf, add);
    contest.excludes(
        action -> list.subList(0, 2).replaceAll(x -> runOnce(action, x)),
        action -> {
          list.sort(null);
          action.run();
        });
    int times = env.n(300);
    env.hammer(4, times, () -> list.add(5));
    Check.same(3 + 4 * times, list.size(), "size");
    return "exclude each other, size exact";
  }

  private static Integer runOnce(Runnable action, Integer x) {
    if (x == 1) {
      action.run();
    }
    return x;
  }
}
