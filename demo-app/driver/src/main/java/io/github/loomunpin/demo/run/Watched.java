// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What was seen of an application and its machine during a window of load.
 *
 * @param time how long it was watched
 * @param status at the end; empty where the system does not say
 * @param carriers at the end; empty where the system does not say
 * @param turnedAway attempts to connect that the system turned away meanwhile, because the queue of
 *     a server was full; empty where the system does not say
 * @param cpu processor time used meanwhile
 */
public record Watched(
    Duration time,
    Optional<ProcessStatus> status,
    OptionalInt carriers,
    OptionalLong turnedAway,
    Cpu cpu,
    List<Sample> memory) {

  public Watched {
    memory = List.copyOf(memory);
  }

  /**
   * Processor time.
   *
   * @param others what else the demo runs, which is the database or a service
   * @param foreign programs that are none of the demo's; zero where the system does not say
   */
  public record Cpu(
      Duration application, Duration loadGenerator, Duration others, Duration foreign) {

    /** Of all that the demo runs. */
    public Duration sum() {
      return application.plus(loadGenerator).plus(others);
    }
  }

  /**
   * Memory at one moment.
   *
   * @param seconds since watching was prepared
   */
  public record Sample(double seconds, long rssBytes) {}
}
