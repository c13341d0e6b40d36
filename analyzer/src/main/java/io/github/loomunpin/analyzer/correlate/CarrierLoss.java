// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;

/**
 * A time in which pinned threads blocked every carrier, so that no other virtual thread could run.
 *
 * @param source the observation that shows it
 * @param carriers how many there are
 * @param holders who held them, most time first
 * @param allWaitForLocks whether every one of them waited for a lock or monitor, and one for a
 *     lock: then the thread that had such a lock, or was to get it next, can have been without a
 *     carrier itself
 */
public record CarrierLoss(
    String source,
    TimeSpan span,
    int carriers,
    List<CarrierHolder> holders,
    boolean allWaitForLocks) {

  /**
   * What blocked carriers.
   *
   * @param library and {@code site}: the monitor, if one was found
   * @param use what those pinned threads had to do with it; empty if none was found
   * @param detail what is known otherwise
   */
  public record CarrierHolder(
      Optional<Library> library,
      Optional<MonitorSite> site,
      Optional<MonitorUse> use,
      String detail,
      PinTally tally) {

    CarrierHolder plus(CarrierHolder second) {
      return new CarrierHolder(library, site, use, detail, tally.plus(second.tally));
    }
  }
}
