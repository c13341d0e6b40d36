// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.List;
import java.util.Map;

/**
 * What one recording says about pins.
 *
 * @param pins grouped by kind and stack
 * @param unpinnedWaits monitor events of virtual threads that did not pin, since JDK 24
 * @param deepestStack frames of the longest stack of a pin
 * @param seconds that its finished chunks span, 0 if there is none
 */
public record Recording(
    String file,
    Jvm jvm,
    Map<PinKind, EventStatus> events,
    List<PinGroup> pins,
    long unpinnedWaits,
    int deepestStack,
    double seconds,
    List<Gap> incomplete) {

  public Tally total() {
    return pins.stream().map(PinGroup::tally).reduce(Tally.NONE, Tally::plus);
  }
}
