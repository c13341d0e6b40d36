// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.Map;

/**
 * The JVM that made a recording, as far as the recording tells; what it does not tell is empty.
 *
 * @param feature Java release, 0 if unknown
 * @param version such as {@code 21.0.8+9-LTS}
 * @param properties initial system properties
 * @param loomUnpin value of the environment variable {@code LOOM_UNPIN}
 */
public record Jvm(
    int feature,
    String version,
    String arguments,
    String command,
    Map<String, String> properties,
    String loomUnpin) {

  /** First release whose monitors do not pin (JEP 491). */
  private static final int FIRST_WITHOUT_MONITOR_PINS = 24;

  public static final Jvm UNKNOWN = new Jvm(0, "", "", "", Map.of(), "");

  public String property(String key) {
    return properties.getOrDefault(key, "");
  }

  public boolean monitorsPin() {
    return feature < FIRST_WITHOUT_MONITOR_PINS;
  }
}
