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
public final class ServerStart implements Runnable {

  /** Loaded once somebody looks for an MBean server or makes one. */
  public static final String FACTORY = "javax/management/MBeanServerFactory";

  private final AgentOptions options;
  private final Outcome outcome;
  private final Instrumentation instrumentation;
  private final Optional<Detection> detection;

  /** For the agent of this JVM. */
  public ServerStart(
      AgentOptions options,
      Outcome outcome,
      Instrumentation instrumentation,
      Optional<Detection> detection) {
    this.options = options;
    this.outcome = outcome;
    this.instrumentation = instrumentation;
    this.detection = detection;
  }

  @Override
  public void run() {
    // Not made here, where the verifier would load it when the agent starts.
    Registration.begin(options, outcome, instrumentation, detection);
  }
}
