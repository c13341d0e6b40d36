// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** groupingByConcurrent locks the containers that the application makes, while it fills them. */
final class JdkGroupingPrograms {

  private JdkGroupingPrograms() {}

  /** A container of the application. */
  private static final class Box {
    private final RacyCounter tally = new RacyCounter();

    synchronized void add() {
      tally.bump();
    }
  }

  /** A container and how an element gets into it, unguarded. */
  private record Container<T>(Supplier<T> maker, BiConsumer<T, Integer> adder) {

    Collector<Integer, T, T> collector() {
      return collector(adder);
    }

    Collector<Integer, T, T> collector(BiConsumer<T, Integer> accumulator) {
      return Collector.of(
          maker,
          accumulator,
          (a, b) -> {
            throw new IllegalStateException("containers are shared, not combined");
          });
    }
  }

  private static List<Container<?>> containers() {
    return List.of(
        new Container<Collection<Integer>>(ArrayList::new, Collection::add),
        new Container<Collection<Integer>>(LinkedList::new, Collection::add),
        new Container<Collection<Integer>>(HashSet::new, Collection::add),
        new Container<Collection<Integer>>(TreeSet::new, Collection::add),
        new Container<Collection<Integer>>(Vector::new, Collection::add),
        new Container<Map<Integer, Integer>>(HashMap::new, (map, i) -> map.put(i, i)),
        new Container<Map<Integer, Integer>>(LinkedHashMap::new, (map, i) -> map.put(i, i)),
        new Container<Map<Integer, Integer>>(TreeMap::new, (map, i) -> map.put(i, i)),
        new Container<>(StringBuilder::new, (text, i) -> text.append((char) (int) i)),
        new Container<>(Box::new, (box, i) -> box.tally.bump()),
        new Container<>(() -> new int[1], (sum, i) -> sum[0] += i),
        new Container<>(Object::new, (lock, i) -> {}));
  }

  @Torture(
      shows =
          "containers of twelve kinds that groupingByConcurrent fills exclude it while the"
              + " application locks them, and the other way round",
      core = true)
  static String groupingExcludes(Env env) {
    for (Container<?> container : containers()) {
      excludes(env, container);
    }
    return containers().size() + " exclude";
  }

  private static <T> void excludes(Env env, Container<T> container) {
    ConcurrentMap<Integer, T> groups = new ConcurrentHashMap<>();
    T group = container.maker().get();
    groups.put(0, group);
    Contest.Way jdk =
        action ->
            collect(
                groups,
                container.collector(
                    (into, i) -> {
                      Check.that(Thread.holdsLock(into), "the JDK holds the container's lock");
                      container.adder().accept(into, i);
                      action.run();
                    }),
                Stream.of(0));
    Contest.Way block =
        action -> {
          synchronized (group) {
            action.run();
          }
        };
    Contest contest = Contest.ofNative(env);
    contest.excludes(jdk, block);
    contest.excludes(block, jdk);
    contest.excludes(jdk, jdk);
    if (group instanceof Box box) {
      contest.excludes(jdk, action -> addThen(box, action));
    }
  }

  private static void addThen(Box box, Runnable action) {
    box.add();
    action.run();
  }

  private static <T> void collect(
      ConcurrentMap<Integer, T> groups, Collector<Integer, T, T> collector, Stream<Integer> all) {
    all.collect(Collectors.groupingByConcurrent(i -> i & 3, () -> groups, collector));
  }

  @Torture(
      shows =
          "a collector that waits on and notifies the container that groupingByConcurrent has locked"
              + " for it",
      core = true)
  static String groupingWaitsAndNotifies(Env env) {
    for (Container<?> container : containers()) {
      waitsAndNotifies(env, container);
    }
    return containers().size() + " woke";
  }

  private static <T> void waitsAndNotifies(Env env, Container<T> container) {
    ConcurrentMap<Integer, T> groups = new ConcurrentHashMap<>();
    T group = container.maker().get();
    groups.put(0, group);
    boolean[] ready = {false};
    CountDownLatch waiting = new CountDownLatch(2);
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (group) {
            awaitReady(group, ready, waiting);
          }
        });
    crew.start(
        () ->
            collect(
                groups,
                container.collector((into, i) -> awaitReady(into, ready, waiting)),
                Stream.of(0)));
    Check.await(() -> waiting.getCount() == 0);
    crew.start(
        () ->
            collect(
                groups,
                container.collector(
                    (into, i) -> {
                      ready[0] = true;
                      into.notifyAll();
                    }),
                Stream.of(4)));
    crew.join();
  }

  private static void awaitReady(Object lock, boolean[] ready, CountDownLatch waiting) {
    waiting.countDown();
    try {
      while (!ready[0]) {
        lock.wait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  @Torture(
      shows =
          "a report that reads each group under its lock, while groupingByConcurrent fills them, sees"
              + " no container in the middle of a change")
  static String groupingWhileReported(Env env) {
    ConcurrentMap<Integer, List<Integer>> groups = new ConcurrentHashMap<>();
    int elements = env.n(20_000);
    int threads = 3;
    CountDownLatch filling = new CountDownLatch(threads);
    Crew crew = env.crew();
    for (int t = 0; t < 2; t++) {
      crew.start(
          () -> {
            while (filling.getCount() > 0) {
              report(groups);
            }
          });
    }
    for (int t = 0; t < threads; t++) {
      crew.start(
          () -> {
            try {
              IntStream.range(0, elements)
                  .boxed()
                  .parallel()
                  .collect(
                      Collectors.groupingByConcurrent(
                          i -> i & 3, () -> groups, Collectors.toCollection(ArrayList::new)));
            } finally {
              filling.countDown();
            }
          });
    }
    crew.join();
    Check.same(threads * elements, groups.values().stream().mapToInt(List::size).sum(), "elements");
    return "all elements";
  }

  /** Throws ConcurrentModificationException if an element gets in. */
  private static void report(ConcurrentMap<Integer, List<Integer>> groups) {
    for (List<Integer> group : groups.values()) {
      synchronized (group) {
        for (Integer element : group) {
          Check.that(element != null, "no element is missing");
        }
      }
    }
    // The filling thread must get its turn even before there is a group. A yield does not do: two
    // threads that yield on JDK 25 may have two carriers to themselves.
    LockSupport.parkNanos(10_000);
  }
}
