// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import java.util.List;

/**
 * The monitors of libraries and of a JDK, counted in several ways.
 *
 * @param jdks one, or none where the JDK has no sources
 */
public record MonitorTable(List<LibraryCount> libraries, List<JdkCount> jdks) {

  /** Nothing was counted. */
  public static final MonitorTable NONE = new MonitorTable(List.of(), List.of());

  public MonitorTable {
    libraries = List.copyOf(libraries);
    jdks = List.copyOf(jdks);
  }

  /**
   * Of a JDK.
   *
   * @param version of it
   * @param synchronizedLines lines of its src.zip that have that word in them
   * @param lockLines those that have {@code Lock} in them
   * @param sites what is in its class files
   */
  public record JdkCount(String version, int synchronizedLines, int lockLines, int sites) {}
}
