// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** How long a JVM has compiled since its start, by the counters it keeps of itself. */
final class Compilation {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Pattern TICKS = counter("java.ci.totalTime");
  private static final Pattern TICKS_A_SECOND = counter("sun.os.hrt.frequency");

  private Compilation() {}

  private static Pattern counter(String name) {
    return Pattern.compile("^" + Pattern.quote(name) + "=(\\d+)\\s*$", Pattern.MULTILINE);
  }

  /** All compilers together; empty if the JVM does not answer or keeps no counters. */
  static Optional<Duration> time(Jdk jdk, long pid) throws InterruptedException {
    try {
      return time(
          jdk.tool("jcmd", Long.toString(pid), "PerfCounter.print")
              .run(TIMEOUT)
              .successfully()
              .output());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * @param counters as jcmd prints them
   */
  static Optional<Duration> time(String counters) {
    var ticks = TICKS.matcher(counters);
    var rate = TICKS_A_SECOND.matcher(counters);
    return ticks.find() && rate.find()
        ? Optional.of(
            Duration.ofMillis(
                Math.round(
                    1000 * Double.parseDouble(ticks.group(1)) / Double.parseDouble(rate.group(1)))))
        : Optional.empty();
  }
}
