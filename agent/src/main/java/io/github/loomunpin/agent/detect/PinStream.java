// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.sight.PinKind;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/** Hears of pins from the flight recorder of this JVM. Its module may be missing. */
final class PinStream {

  /** Stacks that are known by the object that the recorder has for them. */
  private static final int MOST_STACKS = 2_000;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Is told of each pin, on the thread of the stream. */
  interface Listener {

    /**
     * @param thread its name, empty if it has none
     */
    void pinned(SeenPin pin, long nanos, long endMillis, String thread);
  }

  private final RecordingStream stream;
  private final Duration threshold;
  private final Listener listener;
  private final Map<RecordedStackTrace, List<SeenFrame>> known = new IdentityHashMap<>();
  private final AtomicLong failures = new AtomicLong();

  private PinStream(RecordingStream stream, Duration threshold, Listener listener) {
    this.stream = stream;
    this.threshold = threshold;
    this.listener = listener;
  }

  /**
   * Prepares one.
   *
   * @param afterSome is run about every second
   * @throws IllegalStateException if this JVM cannot, with the reason
   */
  static PinStream open(long thresholdMillis, Listener listener, Runnable afterSome) {
    if (!FlightRecorder.isAvailable()) {
      throw new IllegalStateException("the flight recorder of this JVM is switched off");
    }
    PinStream opened =
        new PinStream(new RecordingStream(), Duration.ofMillis(thresholdMillis), listener);
    opened.listenTo(PinKind.PARKED);
    if (Pinning.monitorsPinOn(Runtime.version().feature())) {
      opened.listenTo(PinKind.BLOCKED);
      opened.listenTo(PinKind.WAITING);
    }
    opened.stream.setOrdered(false);
    opened.stream.onFlush(afterSome);
    // Its own handler prints to standard error.
    opened.stream.onError(t -> opened.failures.incrementAndGet());
    return opened;
  }

  private void listenTo(PinKind kind) {
    stream.enable(kind.event()).withThreshold(threshold).withStackTrace();
    stream.onEvent(kind.event(), event -> hear(kind, event));
  }

  /** Hears until the JVM ends, or {@link #stop} is called. */
  void run() {
    try (stream) {
      stream.start();
    }
  }

  /** Returns when all has been heard that has happened until now, or after a while. */
  void stop() throws InterruptedException {
    try {
      stream.stop();
    } catch (IllegalStateException e) {
      // The recorder has ended first, and what it has written is still being read.
      stream.awaitTermination(PATIENCE);
    }
  }

  private void hear(PinKind kind, RecordedEvent event) {
    // The JVM has one threshold for all recordings, the least that any of them wants.
    if (event.getDuration().compareTo(threshold) < 0) {
      return;
    }
    RecordedThread thread = event.getThread("eventThread");
    if (kind != PinKind.PARKED && (thread == null || !thread.isVirtual())) {
      return;
    }
    String name = thread == null ? null : thread.getJavaName();
    listener.pinned(
        RecordedPins.read(kind, event, frames(event.getStackTrace())),
        event.getDuration().toNanos(),
        event.getEndTime().toEpochMilli(),
        name == null ? "" : name);
  }

  /** The recorder has one object for all stacks that are alike, for as long as a chunk lasts. */
  private List<SeenFrame> frames(RecordedStackTrace stack) {
    if (stack == null) {
      return List.of();
    }
    List<SeenFrame> frames = known.get(stack);
    if (frames == null) {
      if (known.size() >= MOST_STACKS) {
        known.clear();
      }
      frames = RecordedPins.frames(stack);
      known.put(stack, frames);
    }
    return frames;
  }
}
