// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Is run when the JVM loads the flight recorder, on the thread that loads it, and makes every
 * recording tell what the agent does. A JVM without recordings pays nothing for it.
 */
public final class RecorderStart implements Runnable {

  /** Loaded once the flight recorder is about to be made, by whoever wants a recording. */
  public static final String RECORDER = "jdk/jfr/internal/PlatformRecorder";

  private final AgentOptions options;
  private final Outcome outcome;

  /** For the agent of this JVM. */
  public RecorderStart(AgentOptions options, Outcome outcome) {
    this.options = options;
    this.outcome = outcome;
  }

  @Override
  public void run() {
    OwnThreads.later(new Registration(options, outcome));
  }

  /** Waits until the recorder is there: its classes must not be initialized by two threads. */
  private static final class Registration extends Job<Void> {

    private static final int TRIES = 1500;
    private static final long PAUSE_MILLIS = 20;

    private final AgentOptions options;
    private final Outcome outcome;

    Registration(AgentOptions options, Outcome outcome) {
      this.options = options;
      this.outcome = outcome;
    }

    @Override
    protected Void work() throws InterruptedException {
      for (int i = 0; i < TRIES; i++) {
        if (AgentEvents.isRecorderReady()) {
          FirstRecording.await(options, outcome);
          return null;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      return null;
    }
  }

  /**
   * Registers the agent's events when the first recording has started, never while it is being
   * started: the first classes of events that are prepared make the flight recorder define a class
   * of its own, without a lock ({@code jdk.jfr.internal.EventWriterKey} of JDK 21), and the thread
   * that comes second loses its kind of event, which may be one of the JDK's or of the
   * application's.
   */
  static final class FirstRecording implements FlightRecorderListener {

    private final Job<Void> registration;
    private final AtomicBoolean begun = new AtomicBoolean();

    private FirstRecording(Job<Void> registration) {
      this.registration = registration;
    }

    /** To be called when the flight recorder is there, and there may be a recording already. */
    static void await(AgentOptions options, Outcome outcome) {
      FirstRecording first =
          new FirstRecording(
              new Job<>() {
                @Override
                protected Void work() {
                  AgentEvents.register(options, outcome);
                  return null;
                }
              });
      FlightRecorder.addListener(first);
      FlightRecorder.getFlightRecorder().getRecordings().forEach(first::recordingStateChanged);
    }

    /** Called on the thread that changes the recording, which may hold locks. */
    @Override
    public void recordingStateChanged(Recording recording) {
      if (recording.getState() == RecordingState.RUNNING && begun.compareAndSet(false, true)) {
        begun.set(OwnThreads.later(registration));
      }
    }
  }
}
