// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.mode.Decision;
import java.util.List;

/**
 * One place in bytecode that enters, waits on or notifies a monitor.
 *
 * @param owner internal name of the class
 * @param bci of the instruction; -1 for a synchronized method
 * @param line of the source; -1 when the class file does not say
 * @param inlinedFrom file and line of the function that the compiler inlined there; empty if it is
 *     none
 * @param held where the monitor is held because of this site; empty unless the kind enters one
 */
public record MonitorSite(
    String owner,
    String method,
    String descriptor,
    SiteKind kind,
    int bci,
    int line,
    String inlinedFrom,
    Operand operand,
    List<BciRange> held,
    Decision decision) {

  /** A site that is in the method's own source. */
  public MonitorSite(
      String owner,
      String method,
      String descriptor,
      SiteKind kind,
      int bci,
      int line,
      Operand operand,
      List<BciRange> held,
      Decision decision) {
    this(owner, method, descriptor, kind, bci, line, "", operand, held, decision);
  }

  /** Whether the monitor of this site is held when the instruction at that index runs. */
  public boolean holdsAt(int at) {
    return bci < 0 || held.stream().anyMatch(range -> range.contains(at));
  }

  /** Whether it is held whichever of some instructions runs. */
  public boolean holdsAtAll(BciRange instructions) {
    return bci < 0 || held.stream().anyMatch(range -> range.contains(instructions));
  }

  /** Whether it is held when one or the other of some instructions runs. */
  public boolean holdsAtAny(BciRange instructions) {
    return bci < 0 || held.stream().anyMatch(range -> range.overlaps(instructions));
  }

  /** This site with another answer to what happens to it. */
  public MonitorSite decided(Decision other) {
    return new MonitorSite(
        owner, method, descriptor, kind, bci, line, inlinedFrom, operand, held, other);
  }

  /** This site for a class of which another version ran, whose lines differ. */
  public MonitorSite withoutLine() {
    return new MonitorSite(owner, method, descriptor, kind, bci, -1, operand, held, decision);
  }

  /** This site with another name for what it locks. */
  public MonitorSite locking(Operand named) {
    return new MonitorSite(
        owner, method, descriptor, kind, bci, line, inlinedFrom, named, held, decision);
  }
}
