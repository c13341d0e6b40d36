// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;

/** All torture tests: the programs, the scenarios, and those that are by-products of other runs. */
final class Tests {
  private Tests() {}

  static Map<Integer, Method> all() {
    Map<Integer, Method> all = new TreeMap<>(Programs.byNumber());
    Scenarios.byNumber()
        .forEach(
            (number, method) -> {
              if (all.put(number, method) != null) {
                throw new IllegalStateException("two tests have number " + number);
              }
            });
    return all;
  }

  static Torture torture(int number) {
    return all().get(number).getAnnotation(Torture.class);
  }

  static String name(int number) {
    Method method = all().get(number);
    String name = method.getAnnotation(Torture.class).name();
    return name.isEmpty() ? method.getName() : name;
  }
}
