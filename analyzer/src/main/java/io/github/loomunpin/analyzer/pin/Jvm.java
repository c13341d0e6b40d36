// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.mode.Pinning;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM in which pins were observed, as far as it is known.
 *
 * @param feature Java release, 0 if unknown
 * @param version such as {@code 21.0.8+9-LTS}; empty if unknown
 * @param arguments of the JVM, separated by blanks and not quoted, those from {@code
 *     JAVA_TOOL_OPTIONS} and argument files included; nothing if unknown
 * @param properties initial system properties
 * @param loomUnpin value of the environment variable {@code LOOM_UNPIN}, empty if it was not set;
 *     nothing if the environment is unknown
 */
public record Jvm(
    int feature,
    String version,
    Optional<String> arguments,
    Map<String, String> properties,
    Optional<String> loomUnpin) {

  public String property(String key) {
    return properties.getOrDefault(key, "");
  }

  /** Also where the release is unknown: a pin too many is better than one that is not shown. */
  public boolean monitorsPin() {
    return Pinning.monitorsPinOn(feature);
  }
}
