// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.jfr.EventCount;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** The recording of this JVM. To write what it has to a file takes milliseconds. */
final class TestRecording implements AutoCloseable {

  /**
   * A thread that had to wait for a monitor for less than that met one that held it no longer; that
   * one's own pins are recorded, however short they are.
   */
  static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

  /** What explains a pin, but is none. */
  private static final Duration SHORTEST_ACTIVITY = Duration.ofMillis(20);

  /** Two clocks: that of the windows and that of the recording. */
  private static final Duration MARGIN = Duration.ofMillis(20);

  private static final List<String> ENVIRONMENT =
      List.of("jdk.JVMInformation", "jdk.ActiveSetting", "jdk.DataLoss", "loomunpin.Agent");

  private static final Set<String> PINS =
      Arrays.stream(PinKind.values()).map(PinKind::event).collect(Collectors.toUnmodifiableSet());

  private final Recording recording;
  private final Path folder;
  private final Set<Long> pinTypes = types(PINS);
  private final Set<Long> lossTypes = types(Set.of("jdk.DataLoss"));

  private TestRecording(Recording recording, Path folder) {
    this.recording = recording;
    this.folder = folder;
  }

  private static Set<Long> types(Set<String> names) {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .filter(type -> names.contains(type.getName()))
        .map(EventType::getId)
        .collect(Collectors.toUnmodifiableSet());
  }

  static TestRecording start() throws IOException {
    configureDepth();
    Recording recording = new Recording();
    recording.setName("loom-unpin-junit");
    recording.setToDisk(true);
    recording.enable(PinKind.PARKED.event()).withoutThreshold().withStackTrace();
    recording.enable(PinKind.WAITING.event()).withoutThreshold().withStackTrace();
    recording
        .enable(PinKind.BLOCKED.event())
        .with("threshold", SHORTEST_WAIT.toMillis() + " ms")
        .withStackTrace();
    for (String event : OtherThread.EVENTS) {
      recording.enable(event).withThreshold(SHORTEST_ACTIVITY).withStackTrace();
    }
    ENVIRONMENT.forEach(recording::enable);
    recording.start();
    return new TestRecording(recording, Files.createTempDirectory("loom-unpin-junit"));
  }

  /**
   * The outermost frames hold monitors, and of a test with Spring there are hundreds. This can be
   * set until the first recording begins; if it cannot any more, the report says where stacks end.
   */
  private static void configureDepth() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "jfrConfigure",
              new Object[] {new String[] {"stackdepth=" + StackDepth.ENOUGH}},
              new String[] {String[].class.getName()});
    } catch (JMException | RuntimeException | LinkageError e) {
      return;
    }
  }

  /** A new file with all that was recorded since then, and perhaps more. */
  Path dump(Instant since) throws IOException {
    Path file = Files.createTempFile(folder, "test", ".jfr");
    synchronized (this) {
      // Chunks of earlier tests are dropped by their age.
      recording.setMaxAge(Duration.between(since, Instant.now()).plus(MARGIN));
      recording.dump(file);
    }
    return file;
  }

  /** Whether these events have pins, perhaps. */
  boolean mayHavePins(EventCount events) {
    return events.mayHave(pinTypes);
  }

  /** Whether others got lost. */
  boolean hasLost(EventCount events) {
    return events.mayHave(lossTypes);
  }

  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void close() {
    recording.close();
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // A file that is left is in the folder for temporary ones.
      return;
    }
  }
}
