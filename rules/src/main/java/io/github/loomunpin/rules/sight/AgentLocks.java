// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;

/**
 * Which monitors the agent of a running JVM has made locks of, which pin nothing.
 *
 * @param agentConverts whether there is an agent that converts monitors
 */
public record AgentLocks(boolean agentConverts) {

  /**
   * Whether the monitor of a site was a lock. What the agent decides by the object is one in most
   * cases, so it is taken for one unless a monitor is needed to explain where the thread is.
   *
   * @param explained whether none is needed: the thread has left its carrier, or something besides
   *     monitors keeps it there
   */
  public boolean has(MonitorSite site, boolean explained) {
    Mode mode = site.decision().mode();
    return agentConverts && (mode == Mode.VIRTUAL || explained && mode == Mode.RUNTIME);
  }
}
