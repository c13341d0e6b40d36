// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The matrix notices an object that has two locks. */
class CanFailTest {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_object_with_one_lock_has_nothing_odd(boolean virtual) throws Throwable {
    List<String> outcome = outcome(new Divided(false), virtual);

    assertThat(outcome).singleElement().asString().contains("3 ways", " 0 odd");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_object_with_two_locks_is_odd(boolean virtual) throws Throwable {
    List<String> outcome = outcome(new Divided(true), virtual);

    assertThat(outcome)
        .anyMatch(line -> line.endsWith("odd: divided.other > divided.holds = free"))
        .anyMatch(line -> line.contains("divided.other > divided.notify = free, current thread"))
        .anyMatch(line -> line.endsWith("odd: divided.first keeps out divided.other = OVERLAPPED"))
        .anyMatch(line -> line.endsWith("odd: divided.other keeps out divided.first = OVERLAPPED"))
        .noneMatch(line -> line.contains("divided.other keeps out divided.other = OVERLAPPED"));
  }

  private static List<String> outcome(ObjectKind kind, boolean virtual) throws Throwable {
    return new KindRun(kind, virtual, false, line -> {}).outcome();
  }

  /** A kind of which two ways may lock something else. */
  private record Divided(boolean divided) implements ObjectKind {
    private static final Object ELSE = new Object();

    @Override
    public String name() {
      return "divided";
    }

    @Override
    public Object make() {
      return new Object();
    }

    @Override
    public List<Ways> types() {
      return List.of(this);
    }

    @Override
    public List<String> enters() {
      return List.of("first", "second", "other");
    }

    @Override
    public void enter(int way, Object o, CriticalSection body) {
      synchronized (divided && way == 2 ? ELSE : o) {
        body.run(o);
      }
    }

    @Override
    public List<String> asks() {
      return List.of("holds", "notify");
    }

    @Override
    public boolean ask(int way, Object o) {
      if (way == 1) {
        o.notify();
      }
      return Thread.holdsLock(o);
    }
  }
}
