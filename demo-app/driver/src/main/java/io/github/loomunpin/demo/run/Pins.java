// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.consumer.RecordingFile;

/** The pins in a recording: how many, how long in sum, the longest. */
public record Pins(long count, Duration total, Duration longest) {

  private static final String EVENT = "jdk.VirtualThreadPinned";

  static Pins in(Path recording) throws IOException {
    long count = 0;
    var total = Duration.ZERO;
    var longest = Duration.ZERO;
    try (var file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        var event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          count++;
          total = total.plus(event.getDuration());
          longest = event.getDuration().compareTo(longest) > 0 ? event.getDuration() : longest;
        }
      }
    }
    return new Pins(count, total, longest);
  }
}
