// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.torture.Torture;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All tests that need more than a program in a JVM: other agents, containers, module paths. */
final class Scenarios {
  private static final List<Class<?>> TOPICS =
      List.of(
          AgentScenarios.class,
          RedefinitionScenarios.class,
          ContainerScenarios.class,
          LaunchScenarios.class,
          CorpusScenarios.class);

  private Scenarios() {}

  static Map<Integer, Method> byNumber() {
    Map<Integer, Method> scenarios = new TreeMap<>();
    for (Class<?> topic : TOPICS) {
      for (Method method : topic.getDeclaredMethods()) {
        Torture torture = method.getAnnotation(Torture.class);
        if (torture == null) {
          continue;
        }
        method.setAccessible(true);
        if (scenarios.put(torture.number(), method) != null) {
          throw new IllegalStateException("two scenarios have number " + torture.number());
        }
      }
    }
    return scenarios;
  }
}
