// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.PinSeries;

/** Reads one series of pins. */
final class PinsBean implements PinsMXBean {

  private final PinSeries.Series series;

  PinsBean(PinSeries.Series series) {
    this.series = series;
  }

  @Override
  public long getCount() {
    return series.pins();
  }

  @Override
  public long getMillis() {
    return series.millis();
  }

  @Override
  public long getLongestMillis() {
    return series.longestMillis();
  }
}
