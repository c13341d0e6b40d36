// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording, and what it tells.
 *
 * @param pins how many there are
 * @param pinned how long they took, all together
 * @param gcPauses the sum of all since it began
 * @param lostCarriers how many carriers stood still because of pins, on average of each second
 *     since it began; empty if nothing pinned
 * @param samples of the measured load; empty if none were asked for
 */
public record Recorded(
    Path file,
    long pins,
    Duration pinned,
    Duration gcPauses,
    List<Double> lostCarriers,
    ProfileSamples samples) {

  static final List<String> SETTINGS = List.of("jdk.GarbageCollection#enabled=true");

  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final String JVM = "jdk.JVMInformation";

  public Recorded {
    lostCarriers = List.copyOf(lostCarriers);
  }

  /**
   * Reads it; empty if there is no such file.
   *
   * @param begin when it began, if that was after the start of the JVM
   * @param warm when the warm-up was over: samples of earlier times are left out
   */
  static Optional<Recorded> in(Path recording, Instant begin, Instant warm) throws IOException {
    if (!Files.exists(recording)) {
      return Optional.empty();
    }
    var gcPauses = Duration.ZERO;
    var pins = new ArrayList<Pinned>();
    var start = begin;
    var samples = new ProfileSamples.Counter();
    try (var file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        var event = file.readEvent();
        switch (event.getEventType().getName()) {
          case "jdk.GarbageCollection" ->
              gcPauses = gcPauses.plus(event.getDuration("sumOfPauses"));
          case ProfileSamples.EVENT -> {
            if (event.getStartTime().isAfter(warm)) {
              samples.add(event);
            }
          }
          case PINNED -> pins.add(Pinned.of(event));
          case JVM -> start = later(begin, event.getInstant("jvmStartTime"));
          default -> {
            // Not asked for.
          }
        }
      }
    }
    var pinned = pins.stream().map(Pinned::duration).reduce(Duration.ZERO, Duration::plus);
    return Optional.of(
        new Recorded(
            recording,
            pins.size(),
            pinned,
            gcPauses,
            lostCarriers(pins, start),
            samples.samples()));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static List<Double> lostCarriers(List<Pinned> pins, Instant start) {
    double[] lost = new double[0];
    for (var pin : pins) {
      double begin = Math.max(0, seconds(start, pin.begin()));
      double end = Math.max(begin, seconds(start, pin.end()));
      if (lost.length <= (int) end) {
        lost = Arrays.copyOf(lost, (int) end + 1);
      }
      for (int second = (int) begin; second <= (int) end; second++) {
        lost[second] += Math.min(end, second + 1) - Math.max(begin, second);
      }
    }
    return Arrays.stream(lost).boxed().toList();
  }

  private static double seconds(Instant from, Instant to) {
    return from == Instant.MIN ? 0 : Duration.between(from, to).toNanos() / 1e9;
  }

  private record Pinned(Instant begin, Instant end) {

    static Pinned of(RecordedEvent event) {
      return new Pinned(event.getStartTime(), event.getEndTime());
    }

    Duration duration() {
      return Duration.between(begin, end);
    }
  }
}
