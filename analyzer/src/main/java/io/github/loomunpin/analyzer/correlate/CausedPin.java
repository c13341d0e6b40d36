// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;

/**
 * Pins with what is to blame for them, for those who decide what to make of it.
 *
 * @param blamed the sites whose monitors pin; none if something else does, or no holder is known
 * @param ofClasses whether a class is being loaded, initialized or linked, which alone would pin
 * @param otherwise what pins besides monitors, or why no monitor was found; one clause
 */
public record CausedPin(
    PinGroup pin, List<MonitorSite> blamed, boolean ofClasses, String otherwise) {

  static CausedPin of(JoinedPin joined) {
    return new CausedPin(
        joined.pin(),
        joined.blamed().values().stream().map(Holder::site).toList(),
        joined.otherCause().ofClasses(),
        joined.otherCause().detail());
  }
}
