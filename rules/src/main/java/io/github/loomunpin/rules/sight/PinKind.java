// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** How a virtual thread came to block without leaving its carrier. */
public enum PinKind {
  /** It parked while pinned. */
  PARKED("jdk.VirtualThreadPinned"),
  /** It blocked at the entry of a contended monitor, on a JDK whose monitors pin. */
  BLOCKED("jdk.JavaMonitorEnter"),
  /** It waited in {@code Object.wait}, on a JDK whose monitors pin. */
  WAITING("jdk.JavaMonitorWait");

  private final String event;

  PinKind(String event) {
    this.event = event;
  }

  public String event() {
    return event;
  }
}
