// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A site joined with the pins it took part in.
 *
 * @param surety how surely the monitor was held in the least sure of the pins
 * @param alone pins that no other monitor, native frame or static initializer had a part in
 * @param cutOff pins of which nothing else is known to have had a part, but whose stacks are cut
 *     off, so that something further out may have
 * @param otherCauses what else had a part, for people; none if all pins are alone or cut off
 * @param pins those that are added up; other findings may have some of them as well
 * @param blockedIn most pinned time first
 * @param callers the code of the application that called the JDK, if the monitor is the JDK's; most
 *     pinned time first
 * @param contentions threads that held the monitor, if others were pinned because they could not
 *     enter it; most pinned time first
 * @param sample the stack of the longest pin, or of the thread that this one waited for
 * @param sampleDepth where in it the site is held
 * @param sampleHolders depths of all frames in it that hold a monitor
 * @param thread name of the thread of that stack, empty if it has none
 * @param advice what the library's maintainers did about the monitors of the class, if known
 */
public record Finding(
    Library library,
    String sourceFile,
    MonitorSite site,
    Surety surety,
    PinTally tally,
    Map<PinKind, PinTally> byKind,
    long alone,
    long cutOff,
    List<String> otherCauses,
    List<PinGroup> pins,
    List<BlockedIn> blockedIn,
    List<Caller> callers,
    List<Contention> contentions,
    Stack sample,
    int sampleDepth,
    List<Integer> sampleHolders,
    String thread,
    Optional<Advice> advice) {

  /** Pins in which something else had a part as well. */
  public long shared() {
    return tally.count() - alone - cutOff;
  }
}
