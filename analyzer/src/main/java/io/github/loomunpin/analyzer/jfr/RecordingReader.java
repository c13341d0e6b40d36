// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.scan.Gap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads one recording, event by event.
 *
 * <p>By {@link RecordingFile} and not by an {@code EventStream}, which would skip other events
 * faster: on a file that is damaged or cut off the stream ends without an error, or never ends.
 */
public final class RecordingReader {

  private final String file;
  private final PinCollector pins = new PinCollector();
  private final EnvironmentCollector environment = new EnvironmentCollector();
  private final List<Gap> incomplete = new ArrayList<>();
  private ChunkHeaders headers;
  private long read;

  private RecordingReader(String file) {
    this.file = file;
  }

  /** Reads what can be read of a file; what cannot is in the recording's gaps. */
  public static Recording read(Path file) {
    return new RecordingReader(file.toString()).readAll(file);
  }

  private Recording readAll(Path path) {
    if (!Files.exists(path)) {
      incomplete.add(Gap.unreadable(file, "no such file"));
    } else if (!Files.isRegularFile(path)) {
      incomplete.add(Gap.unreadable(file, "not a file"));
    } else {
      readEvents(path);
    }
    Jvm jvm = environment.jvm(pins.jdkVersion());
    Map<PinKind, EventStatus> events = new EnumMap<>(PinKind.class);
    for (PinKind kind : PinKind.values()) {
      events.put(kind, environment.status(kind, pins.count(kind)));
    }
    if (read > 0) {
      incomplete.addAll(
          RecordingGaps.of(file, jvm, events, environment.lostBytes(), pins.withoutPlace()));
    }
    List<PinGroup> groups = pins.pins(jvm);
    long pinned = groups.stream().mapToLong(group -> group.tally().count()).sum();
    long all = events.values().stream().mapToLong(EventStatus::count).sum();
    return new Recording(
        file,
        jvm,
        Map.copyOf(events),
        groups,
        all - pinned,
        pins.deepest(),
        headers == null ? 0 : headers.seconds(),
        List.copyOf(incomplete));
  }

  private void readEvents(Path path) {
    headers = ChunkHeaders.read(path);
    readTypes(path);
    try (RecordingFile recording = new RecordingFile(path)) {
      while (recording.hasMoreEvents()) {
        accept(recording.readEvent());
      }
    } catch (IOException | RuntimeException e) {
      // Damaged files make the JDK's parser fail in many ways, unchecked ones included.
      incomplete.add(Gap.unreadable(file, problem(e)));
    }
  }

  private void readTypes(Path path) {
    try (RecordingFile recording = new RecordingFile(path)) {
      recording.readEventTypes().forEach(environment::type);
    } catch (IOException | RuntimeException e) {
      // A damaged chunk hides the types of all; its events up to there are worth having.
      return;
    }
  }

  private String problem(Exception e) {
    String detail = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    String parser = detail.lines().findFirst().orElse("").strip().replaceFirst("\\.$", "");
    String cause = headers.problem().orElse("damaged, or still being written: " + parser);
    return read == 0
        ? "not a readable recording (" + cause + ")"
        : "readable only in part (" + cause + "); " + read + " events before that count";
  }

  private void accept(RecordedEvent event) {
    read++;
    switch (event.getEventType().getName()) {
      case "jdk.VirtualThreadPinned" -> pins.add(PinKind.PARKED, event);
      case "jdk.JavaMonitorEnter" -> pins.add(PinKind.BLOCKED, event);
      case "jdk.JavaMonitorWait" -> pins.add(PinKind.WAITING, event);
      case "jdk.JVMInformation" -> environment.jvmInformation(event);
      case "jdk.InitialSystemProperty" -> environment.systemProperty(event);
      case "jdk.InitialEnvironmentVariable" -> environment.environmentVariable(event);
      case "jdk.ActiveSetting" -> environment.activeSetting(event);
      case "jdk.DataLoss" -> environment.dataLoss(event);
      default -> {}
    }
  }
}
