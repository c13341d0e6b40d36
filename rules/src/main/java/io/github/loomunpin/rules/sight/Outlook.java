// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Mode;
import java.util.ArrayList;
import java.util.List;

/** What happens to a pin with the agent, by the monitors that take part in it. */
public enum Outlook {
  /** The agent converts every monitor that took part. */
  END("end"),
  /** At least one monitor is decided at run time, none stays native. */
  DEPENDS("dependOnObject"),
  /** A monitor stays native, or something other than a monitor pins. */
  STAY("stay"),
  /** The agent converts every monitor that is known, but there may be others. */
  CUT_OFF("cutOff"),
  /** No monitor was found. */
  UNKNOWN("unknown");

  private final String member;

  Outlook(String member) {
    this.member = member;
  }

  /** As the JSON of reports names it. */
  public String member() {
    return member;
  }

  /**
   * Decides from what keeps the carrier.
   *
   * @param monitors that do, as far as they are known
   * @param reason what else does, or why no monitor is known
   * @param inPart whether the stack may hold monitors that no class file names
   */
  public static Outlook of(List<Hold> monitors, PinReason reason, boolean inPart) {
    List<Mode> modes = new ArrayList<>();
    for (Hold monitor : monitors) {
      modes.add(monitor.site().decision().mode());
    }
    return of(modes, reason.pins(), inPart);
  }

  /**
   * Decides from the monitors that a pin holds.
   *
   * @param modes the mode of each monitor that is known
   * @param otherwise whether something other than a monitor pins as well
   * @param inPart whether the stack may hold monitors that no class file names
   */
  public static Outlook of(List<Mode> modes, boolean otherwise, boolean inPart) {
    if (otherwise || modes.contains(Mode.NATIVE)) {
      return STAY;
    }
    if (modes.isEmpty()) {
      return UNKNOWN;
    }
    if (modes.contains(Mode.RUNTIME)) {
      return DEPENDS;
    }
    return inPart ? CUT_OFF : END;
  }
}
