// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Map;

/**
 * A site joined with the pins it took part in.
 *
 * @param match {@link Match#LINE} if any of the pins was matched only so
 * @param alone pins that no other monitor, native frame or static initialiser had a part in
 * @param blockedIn most pins first
 * @param sample the stack of the longest pin
 * @param sampleDepth where in it the site is held
 */
public record Finding(
    Library library,
    String sourceFile,
    MonitorSite site,
    Match match,
    Tally tally,
    Map<PinKind, Tally> byKind,
    long alone,
    List<BlockedIn> blockedIn,
    Stack sample,
    int sampleDepth) {}
