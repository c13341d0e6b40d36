// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.Optional;

/** Counts what became of classes whose jars were converted ahead. Safe for any thread. */
public final class ConvertedTally {

  private final Outcome outcome;
  private int used;
  private int anew;

  ConvertedTally(Outcome outcome) {
    this.outcome = outcome;
  }

  /** A class is what was made of it ahead. */
  public synchronized void used() {
    used++;
  }

  /**
   * A class is rewritten as if its jar had not been converted.
   *
   * @param name internal name
   * @param why what is not as it was
   */
  public void anew(String name, String why) {
    synchronized (this) {
      anew++;
    }
    outcome.detail(name.replace('/', '.') + " is rewritten anew; not as it was: " + why);
  }

  /** Nothing that was made of a jar can be used. */
  public void unusable(String jar, String why) {
    outcome.warn(jar + " was converted, but is rewritten as it is loaded: " + why);
  }

  /** What there is to say at the end, if any class was converted. */
  synchronized Optional<String> line() {
    if (used + anew == 0) {
      return Optional.empty();
    }
    String line = "converted ahead: " + TallyReport.count(used, "class") + " used";
    return Optional.of(
        anew == 0 ? line : line + ", " + anew + " rewritten anew (log=verbose tells why)");
  }
}
