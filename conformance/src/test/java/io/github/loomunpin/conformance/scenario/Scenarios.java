// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.torture.Programs;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/** All tests that need more than a program in a JVM: other agents, containers, module paths. */
public final class Scenarios {
  private static final List<Class<?>> TOPICS =
      List.of(
          AgentScenarios.class,
          LaterAgentScenarios.class,
          RedefinitionScenarios.class,
          DebuggerScenarios.class,
          ContainerScenarios.class,
          LibraryScenarios.class,
          LaunchScenarios.class,
          StartScenarios.class,
          LogScenarios.class,
          ManagementScenarios.class,
          ReportScenarios.class,
          PropertyScenarios.class,
          SecurityScenarios.class,
          LoadingScenarios.class,
          VerificationScenarios.class,
          JdkLoaderScenarios.class,
          TerminalScenarios.class,
          CorpusScenarios.class,
          CompilerScenarios.class,
          ProguardScenarios.class,
          JvmScenarios.class,
          NativeScenarios.class);

  private Scenarios() {}

  /** The classes that have scenarios. */
  public static List<Class<?>> topics() {
    return TOPICS;
  }

  /** The scenarios by their names, topic after topic. */
  public static Map<String, Method> byName() {
    return Programs.byName(TOPICS);
  }
}
