// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import java.lang.management.ManagementFactory;

/**
 * What the figures were measured on.
 *
 * @param loadAverage of the minute before the first run; negative where the system does not say
 */
public record Machine(int processors, String system, double loadAverage) {

  public static Machine current() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        system.getAvailableProcessors(),
        system.getName() + " " + system.getArch(),
        system.getSystemLoadAverage());
  }

  /** Whether other programs use so much of it that the figures say little. */
  public boolean busy() {
    return loadAverage > processors;
  }
}
