// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.site.MonitorSite;

/**
 * A monitor that a frame of a stack holds, or that it is about to enter or waits on.
 *
 * @param sourceFile of the site's class; empty when the class file does not say
 * @param use what the thread of the stack does with the monitor
 * @param depth of the frame, 0 for the innermost
 */
public record Hold(MonitorSite site, String sourceFile, Surety surety, MonitorUse use, int depth) {

  /** This monitor, of which nobody knows whether the frame still holds it. */
  public Hold perhaps() {
    return as(Surety.POSSIBLE);
  }

  /** This monitor with another decision. */
  public Hold decided(Decision decision) {
    return new Hold(site.decided(decision), sourceFile, surety, use, depth);
  }

  Hold as(Surety changed) {
    return new Hold(site, sourceFile, changed, use, depth);
  }
}
