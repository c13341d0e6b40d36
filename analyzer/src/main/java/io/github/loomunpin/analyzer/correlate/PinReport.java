// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.List;

/**
 * What some recordings say about pins; the one model behind all formats.
 *
 * @param agentConverted whether the agent was converting monitors while recording
 * @param findings most pinned time first
 * @param notes what was assumed, one sentence each
 */
public record PinReport(
    List<Recording> recordings,
    boolean agentConverted,
    Outlook outlook,
    List<Finding> findings,
    List<Unexplained> unexplained,
    List<String> notes,
    List<Gap> incomplete) {

  public Tally total() {
    return recordings.stream()
        .flatMap(recording -> recording.pins().stream())
        .map(PinGroup::tally)
        .reduce(Tally.NONE, Tally::plus);
  }
}
