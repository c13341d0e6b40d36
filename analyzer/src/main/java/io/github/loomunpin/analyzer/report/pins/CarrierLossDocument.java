// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.CarrierLoss;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.rules.sight.MonitorUse;
import java.util.List;

/** A time without a free carrier, in JSON. */
record CarrierLossDocument(
    String source,
    String start,
    long nanos,
    int carriers,
    boolean allWaitForLocks,
    List<CarrierHolderDocument> holders) {

  /**
   * @param use a {@link MonitorUse}, empty if no monitor is to blame
   */
  record CarrierHolderDocument(String method, String use, String detail, TallyDocument pins) {}

  static CarrierLossDocument of(CarrierLoss loss) {
    return new CarrierLossDocument(
        loss.source(),
        loss.span().start().toString(),
        loss.span().nanos(),
        loss.carriers(),
        loss.allWaitForLocks(),
        loss.holders().stream()
            .map(
                holder ->
                    new CarrierHolderDocument(
                        holder.site().map(JavaNames::method).orElse(""),
                        holder.use().map(MonitorUse::name).orElse(""),
                        holder.detail(),
                        TallyDocument.of(holder.tally())))
            .toList());
  }
}
