// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.List;

/**
 * A pin as the JVM has told of it.
 *
 * @param kind how the thread blocked
 * @param reason what the JVM says pinned it; empty if it says nothing
 * @param ofClass whether it waited for another thread to initialise a class
 * @param frames innermost first
 * @param truncated whether there were more
 */
record SeenPin(
    Kind kind, String reason, boolean ofClass, List<SeenFrame> frames, boolean truncated) {

  /** How a thread blocks without leaving its carrier. */
  enum Kind {
    PARKED("jdk.VirtualThreadPinned"),
    /** At the entry of a monitor, on a JDK whose monitors pin. */
    BLOCKED("jdk.JavaMonitorEnter"),
    /** In Object.wait, on a JDK whose monitors pin. */
    WAITING("jdk.JavaMonitorWait");

    private final String event;

    Kind(String event) {
      this.event = event;
    }

    String event() {
      return event;
    }
  }
}
