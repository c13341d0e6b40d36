// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Outlook;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What some observations say about pins; the one model behind all formats.
 *
 * @param agentConverted whether the agent was converting monitors meanwhile
 * @param staying pins that the agent does not end, most pinned time first
 * @param findings most pinned time first
 * @param unpinSteps which sites to convert together, best first
 * @param carrierLosses times in which no carrier was left, longest first for each observation
 * @param misfits the libraries of the class path that are not the ones that ran, one clause each
 * @param classPath whether the class path casts doubt on these findings
 * @param notes what was assumed, one sentence each
 */
public record PinReport(
    List<Observation> observations,
    boolean agentConverted,
    OutlookTally outlook,
    List<RemainingPins> staying,
    List<Finding> findings,
    List<Unexplained> unexplained,
    List<UnpinStep> unpinSteps,
    List<CarrierLoss> carrierLosses,
    List<String> misfits,
    ClassPathDoubt classPath,
    List<String> notes,
    List<Gap> incomplete) {

  public PinTally total() {
    return observations.stream().map(Observation::total).reduce(PinTally.NONE, PinTally::plus);
  }

  /** How many pins, and for how long, end with the agent and do not: by their {@link Outlook}. */
  public record OutlookTally(
      PinTally end, PinTally dependOnObject, PinTally stay, PinTally cutOff, PinTally unknown) {

    /** How many pins have each outlook. */
    public Map<Outlook, Long> counts() {
      Map<Outlook, Long> counts = new EnumMap<>(Outlook.class);
      counts.put(Outlook.END, end.count());
      counts.put(Outlook.DEPENDS, dependOnObject.count());
      counts.put(Outlook.STAY, stay.count());
      counts.put(Outlook.CUT_OFF, cutOff.count());
      counts.put(Outlook.UNKNOWN, unknown.count());
      return counts;
    }
  }
}
