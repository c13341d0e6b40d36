// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.Measurement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a run showed that was measured several times.
 *
 * @param windows one for each time, in their order
 * @param recording of the last JVM, from its start, or from the beginning of the load if others had
 *     asked that JVM before, to the end of the load; empty if it could not write one
 * @param past of the last JVM
 */
public record Observed(Run run, List<Window> windows, Optional<Recorded> recording, Past past) {

  public Observed {
    windows = List.copyOf(windows);
  }

  /** A run whose JVM nobody asked before but to warm it up. */
  public Observed(Run run, List<Window> windows, Optional<Recorded> recording) {
    this(run, windows, recording, Past.NONE);
  }

  /** The last window. */
  public Window last() {
    return windows.getLast();
  }

  /**
   * What was before a run that shares its JVM with others.
   *
   * @param users how many had asked this JVM, in their order
   * @param replaced what happened to the JVM that this one replaces, as "it ended"; empty if it
   *     replaces none
   */
  public record Past(List<Integer> users, Optional<String> replaced) {

    static final Past NONE = new Past(List.of(), Optional.empty());

    public Past {
      users = List.copyOf(users);
    }
  }

  /**
   * What was alive in the heap after the warm-up, without load, and under it.
   *
   * @param histogram under load, by class
   * @param isFull whether there was not enough: then not all of the load is in it
   */
  public record Heaps(long idleBytes, long loadedBytes, String histogram, boolean isFull) {}

  /**
   * One measurement, from the clients' side and from the machine's.
   *
   * @param time how long the application was watched
   * @param status at the end; empty where the system does not say
   * @param carriers at the end; empty where the system does not say
   * @param turnedAway attempts to connect that the system turned away meanwhile, because the queue
   *     of a server was full; empty where the system does not say
   * @param serviceConnections of the application to the service that it asks, at the end; empty if
   *     it asks none, or where the system does not say
   * @param heaps at the end; empty if nobody looked, or the JVM did not answer
   * @param cpu processor time used meanwhile
   */
  public record Window(
      Measurement measurement,
      Duration time,
      Optional<ProcFiles.Status> status,
      OptionalInt carriers,
      OptionalLong turnedAway,
      OptionalInt serviceConnections,
      Optional<Heaps> heaps,
      Cpu cpu,
      List<Sample> memory) {

    public Window {
      memory = List.copyOf(memory);
    }
  }

  /**
   * Processor time.
   *
   * @param others what else the demo runs, which is the database or a service
   * @param foreign programs that are not the demo's; zero where the system does not say
   */
  public record Cpu(
      Duration application, Duration loadGenerator, Duration others, Duration foreign) {

    /** The processor time of all that the demo runs. */
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
