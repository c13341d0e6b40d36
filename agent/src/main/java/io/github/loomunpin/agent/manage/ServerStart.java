// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/**
 * Is run when the JVM loads what makes MBean servers, on the thread that loads it, and has the
 * agent's MBean registered once the platform's server is there. A JVM without one pays nothing for
 * it.
 */
public record ServerStart(
    AgentOptions options,
    Outcome outcome,
    Instrumentation instrumentation,
    Optional<Detection> detection)
    implements Runnable {

  /** Loaded once somebody looks for an MBean server or makes one. */
  public static final String FACTORY = "javax/management/MBeanServerFactory";

  @Override
  public void run() {
    // Not made here, where the verifier would load it when the agent starts.
    Registration.begin(this);
  }
}
