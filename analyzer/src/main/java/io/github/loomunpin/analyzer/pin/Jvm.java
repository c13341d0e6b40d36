// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.mode.Pinning;
import java.util.List;
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
 * @param processors as the JVM counts them, 0 if unknown
 * @param workingFolder where a shell says that it started the JVM, empty if unknown
 * @param loomUnpin value of the environment variable {@code LOOM_UNPIN}, empty if it was not set;
 *     nothing if the environment is unknown
 * @param agent what the loom-unpin agent wrote about itself, if it did
 */
public record Jvm(
    int feature,
    String version,
    Optional<String> arguments,
    Map<String, String> properties,
    int processors,
    String workingFolder,
    Optional<String> loomUnpin,
    Optional<AgentWords> agent) {

  private static final int FIRST_WITH_VIRTUAL_THREADS = 19;

  private static final int DEFAULT_MOST_CARRIERS = 256;

  public Jvm(
      int feature,
      String version,
      Optional<String> arguments,
      Map<String, String> properties,
      Optional<String> loomUnpin) {
    this(feature, version, arguments, properties, 0, "", loomUnpin, Optional.empty());
  }

  /** This JVM with another working directory. */
  public Jvm startedIn(String folder) {
    return new Jvm(feature, version, arguments, properties, processors, folder, loomUnpin, agent);
  }

  public String property(String key) {
    return properties.getOrDefault(key, "");
  }

  /**
   * The options among the arguments. These are not quoted, so a blank ends an option only before a
   * dash: a path may have blanks.
   */
  public List<String> options() {
    return List.of(arguments.orElse("").split("(?:^|\\s+)(?=-)"));
  }

  /** Carriers that the scheduler of virtual threads uses at a time, 0 if unknown. */
  public int carriers() {
    return number("jdk.virtualThreadScheduler.parallelism").orElse(processors);
  }

  /** Whether their number is given, not supposed. */
  public boolean tellsCarriers() {
    return number("jdk.virtualThreadScheduler.parallelism").isPresent();
  }

  /** Carriers that the scheduler has at most, those included that stand in for blocked ones. */
  public int mostCarriers() {
    return number("jdk.virtualThreadScheduler.maxPoolSize")
        .orElse(Math.max(carriers(), DEFAULT_MOST_CARRIERS));
  }

  private Optional<Integer> number(String key) {
    String value = property(key);
    boolean number =
        value.length() < 7 && !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Optional.of(Integer.parseInt(value)) : Optional.empty();
  }

  /** True as well where the release is unknown; JDK 19 and 20 had them as a preview. */
  public boolean hasVirtualThreads() {
    return feature == 0 || feature >= FIRST_WITH_VIRTUAL_THREADS;
  }

  /** Also where the release is unknown: a pin too many is better than one that is not shown. */
  public boolean monitorsPin() {
    return Pinning.monitorsPinOn(feature);
  }
}
