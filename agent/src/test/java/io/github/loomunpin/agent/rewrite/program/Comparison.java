// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import io.github.loomunpin.agent.rewrite.program.Probe.Named;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Runs a program as compiled and as rewritten in all the ways it can go, and tells where they
 * differ:
 *
 * <ol>
 *   <li>with each undecided object native and virtual;
 *   <li>with an exception from each call of {@link Probe}; the compiled program is the oracle;
 *   <li>with an enter or exit that fails, as a stack overflow makes it: whatever else is held must
 *       be released, once and in order.
 * </ol>
 */
public final class Comparison {

  private static final int MAX_EXCEPTIONS = 60;
  private static final int MAX_FAILURES = 40;
  private static final Predicate<Object> ALL_NATIVE = o -> true;

  private final Class<?> compiled;
  private final Class<?> rewritten;
  private final Predicate<Object> modes;
  private final List<String> differences = new ArrayList<>();
  private int runs;

  private Comparison(Class<?> compiled, Class<?> rewritten, Predicate<Object> modes) {
    this.compiled = compiled;
    this.rewritten = rewritten;
    this.modes = modes;
  }

  /**
   * @param compiled class files by internal name
   * @param rewritten the same after the rewrite
   * @param main internal name of a {@link Program}
   * @param modes whether an object other than those of {@link Locks} is native
   */
  public static Comparison of(
      Map<String, byte[]> compiled,
      Map<String, byte[]> rewritten,
      String main,
      Predicate<Object> modes) {
    Comparison comparison =
        new Comparison(
            new Programs(compiled).verified(main), new Programs(rewritten).verified(main), modes);
    comparison.runAll();
    return comparison;
  }

  /** Empty if all is well. */
  public List<String> differences() {
    return differences;
  }

  public int runs() {
    return runs;
  }

  private void runAll() {
    int hits = Math.min(compare(0, 0), MAX_EXCEPTIONS);
    for (int mask = 1; mask < 8; mask++) {
      compare(mask, 0);
    }
    for (int throwAt = 1; throwAt <= hits; throwAt++) {
      // The modes matter to which copy runs; two that differ in every object reach all copies.
      compare(0, throwAt);
      compare(1 + throwAt % 6, throwAt);
      compare(7, throwAt);
    }
    for (int mask : new int[] {0, 2, 5}) {
      failEach(mask);
    }
  }

  private int compare(int mask, int throwAt) {
    Locks locks = new Locks();
    Ledger.start(ALL_NATIVE, 0, 0);
    Behaviour expected = run(compiled, locks, throwAt);
    locks = new Locks();
    Ledger.start(modes(locks, mask), 0, 0);
    Behaviour actual = run(rewritten, locks, throwAt);
    String where = "native objects " + mask + ", exception at call " + throwAt + ": ";
    if (!actual.equals(expected)) {
      differences.add(where + "\n  expected " + expected + "\n  but was  " + actual);
    }
    Ledger.violations().forEach(violation -> differences.add(where + violation));
    return Probe.hits();
  }

  private void failEach(int mask) {
    Locks locks = new Locks();
    Ledger.start(modes(locks, mask), 0, 0);
    run(rewritten, locks, 0);
    int enters = Math.min(Ledger.enters(), MAX_FAILURES);
    int exits = Math.min(Ledger.exits(), MAX_FAILURES);
    for (int i = 1; i <= enters; i++) {
      fail(mask, i, 0);
    }
    for (int i = 1; i <= exits; i++) {
      fail(mask, 0, i);
    }
  }

  private void fail(int mask, int enter, int exit) {
    Locks locks = new Locks();
    Ledger.start(modes(locks, mask), enter, exit);
    Behaviour behaviour = run(rewritten, locks, 0);
    String where = "native objects " + mask + ", failing enter " + enter + " exit " + exit + ": ";
    Ledger.violations().forEach(each -> differences.add(where + each + " in " + behaviour));
    if (!behaviour.end().endsWith("[]")) {
      differences.add(where + behaviour);
    }
  }

  private Behaviour run(Class<?> type, Locks locks, int throwAt) {
    runs++;
    try {
      Program program = (Program) type.getDeclaredConstructor().newInstance();
      Probe.start(watched(program, locks), throwAt);
      return Behaviour.of(program, locks);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Predicate<Object> modes(Locks locks, int mask) {
    List<Object> undecided = List.of(locks.plain, locks.other, locks.third);
    return lock -> {
      for (int i = 0; i < undecided.size(); i++) {
        if (undecided.get(i) == lock) {
          return (mask >> i & 1) != 0;
        }
      }
      return modes.test(lock);
    };
  }

  private static List<Named> watched(Program program, Locks locks)
      throws ReflectiveOperationException {
    List<Named> watched = new ArrayList<>();
    watched.add(new Named("this", program));
    watched.add(new Named("class", program.getClass()));
    addFields(Locks.class, locks, watched);
    addFields(program.getClass(), program, watched);
    return watched;
  }

  private static void addFields(Class<?> type, Object object, List<Named> watched)
      throws ReflectiveOperationException {
    for (Field field : type.getDeclaredFields()) {
      if (!field.getType().isPrimitive() && Modifier.isFinal(field.getModifiers())) {
        field.setAccessible(true);
        Object value = field.get(object);
        if (value != null) {
          watched.add(new Named(field.getName(), value));
        }
      }
    }
  }
}
