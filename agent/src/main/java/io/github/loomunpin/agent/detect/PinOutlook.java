// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;

/** What becomes of a pin with the agent, in the words of reports. */
enum PinOutlook {
  /** The agent converts every monitor that took part. */
  END("end"),
  /** At least one monitor is decided at run time, none stays native. */
  DEPENDS("dependOnObject"),
  /** A monitor stays native, or something other than a monitor pins. */
  STAY("stay"),
  /** The agent converts every monitor that is known, but the stack is cut off. */
  CUT_OFF("cutOff"),
  /** No holder was found. */
  UNKNOWN("unknown");

  private final String member;

  PinOutlook(String member) {
    this.member = member;
  }

  /** As the report's JSON names it. */
  String member() {
    return member;
  }

  static PinOutlook of(SeenPin pin, Blame blame) {
    boolean runtime = false;
    for (MonitorSite site : blame.sites()) {
      if (site.decision().mode() == Mode.NATIVE) {
        return STAY;
      }
      runtime |= site.decision().mode() == Mode.RUNTIME;
    }
    return switch (blame.why()) {
      case MONITOR -> runtime ? DEPENDS : pin.truncated() ? CUT_OFF : END;
      case NOT_A_MONITOR, CLASS_INITIALIZER, NATIVE_FRAME -> STAY;
      case NO_STACK, TRUNCATED_STACK, ALL_CONVERTED, NO_HOLDER -> UNKNOWN;
    };
  }
}
