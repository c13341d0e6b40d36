// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;
import java.util.Optional;

/**
 * All that keeps the carrier of a blocked thread.
 *
 * @param monitors without those that an agent has made locks of, innermost first; where the thread
 *     could not enter a monitor or waits on one, that comes first
 * @param others what keeps it besides monitors, the likeliest first
 * @param ofClass whether the thread waits for another one to initialize a class
 */
public record KeptCarrier(List<Hold> monitors, List<CarrierKeeper> others, ClassWait ofClass) {

  /** What keeps it besides monitors, if anything does. */
  public Optional<CarrierKeeper> other() {
    return others.stream().findFirst();
  }
}
