// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus.State;
import io.github.loomunpin.analyzer.jfr.RecordingReader.PinFilter;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** What is gathered from the events of one recording. */
final class RecordingContents {

  /** The events that matter; all others may be skipped. */
  static final List<String> EVENTS = events();

  private final StandstillWatch standstill = new StandstillWatch();
  private final PinCollector pins;
  private final EnvironmentCollector environment = new EnvironmentCollector();
  private volatile long accepted;
  private volatile boolean ended;

  /**
   * @param origin when the recording begins, in nanoseconds since the epoch
   */
  RecordingContents(long origin, PinFilter filter) {
    pins = new PinCollector(origin, filter, standstill);
  }

  private static List<String> events() {
    List<String> events = new ArrayList<>();
    for (PinKind kind : PinKind.values()) {
      events.add(kind.event());
    }
    events.addAll(
        List.of(
            "jdk.JVMInformation",
            "jdk.InitialSystemProperty",
            "jdk.InitialEnvironmentVariable",
            "jdk.ActiveSetting",
            "jdk.DataLoss",
            "jdk.CPUInformation",
            "jdk.ContainerConfiguration",
            "jdk.ThreadDump",
            "jdk.ThreadCPULoad",
            "loomunpin.Agent"));
    events.addAll(OtherThread.EVENTS);
    return List.copyOf(events);
  }

  void accept(RecordedEvent event) {
    if (ended) {
      throw new IllegalStateException("nobody reads this any more");
    }
    accepted = accepted + 1;
    String name = event.getEventType().getName();
    switch (name) {
      case "jdk.VirtualThreadPinned" -> pins.add(PinKind.PARKED, event);
      case "jdk.JavaMonitorEnter" -> pins.add(PinKind.BLOCKED, event);
      case "jdk.JavaMonitorWait" -> pins.add(PinKind.WAITING, event);
      case "jdk.JVMInformation" -> environment.jvmInformation(event);
      case "jdk.InitialSystemProperty" -> environment.systemProperty(event);
      case "jdk.InitialEnvironmentVariable" -> environment.environmentVariable(event);
      case "jdk.ActiveSetting" -> environment.activeSetting(event);
      case "jdk.DataLoss" -> environment.dataLoss(event);
      case "jdk.CPUInformation" -> environment.cpuInformation(event);
      case "jdk.ContainerConfiguration" -> environment.containerConfiguration(event);
      case "jdk.ThreadDump" -> standstill.threadDump(event);
      case "jdk.ThreadCPULoad" -> standstill.cpuLoad(event);
      case "loomunpin.Agent" -> environment.agent(event);
      default -> {
        if (OtherThread.EVENTS.contains(name)) {
          pins.addActivity(event);
        }
      }
    }
  }

  /** Takes no more events. */
  void end() {
    ended = true;
  }

  void type(EventType type) {
    environment.type(type);
  }

  /** Events that were handed over, those that do not matter included. */
  long accepted() {
    return accepted;
  }

  /**
   * The recording, with what it cannot tell because of how it was made.
   *
   * @param name what the results call it
   * @param span of its finished chunks
   * @param incomplete what is known not to have been read
   */
  Recording recording(Path name, TimeSpan span, List<Gap> incomplete) {
    List<Gap> gaps = new ArrayList<>(incomplete);
    Jvm jvm = environment.jvm(pins.jdkVersion());
    Map<PinKind, EventStatus> events = new EnumMap<>(PinKind.class);
    for (PinKind kind : PinKind.values()) {
      events.put(kind, environment.status(kind, pins.count(kind)));
    }
    if (environment.jvms() > 1) {
      gaps.add(
          Gap.notSaid(
              name.toString(),
              "has recordings of "
                  + environment.jvms()
                  + " JVMs in one file, whose threads and classes cannot be kept apart: give each"
                  + " by itself"));
    }
    List<PinGroup> groups = pins.pins(jvm);
    if (accepted > 0) {
      gaps.addAll(gaps(name.toString(), jvm, events));
    }
    long pinned = groups.stream().mapToLong(group -> group.tally().count()).sum();
    long all = events.values().stream().mapToLong(EventStatus::count).sum();
    return new Recording(
        name,
        jvm,
        accepted == 0 ? TimeSpan.NEVER : span,
        Map.copyOf(events),
        groups,
        all - pinned,
        pins.deepest(),
        pins.carriers(jvm),
        accepted == 0
            ? Optional.empty()
            : standstill.standstill(
                name.toString(), jvm, environment.process(), span, pins::nameOf),
        List.copyOf(gaps));
  }

  private List<Gap> gaps(String file, Jvm jvm, Map<PinKind, EventStatus> events) {
    List<Gap> gaps = new ArrayList<>();
    EventStatus pinned = events.get(PinKind.PARKED);
    if (!jvm.hasVirtualThreads()) {
      return gaps;
    }
    if (pinned.enabled() == State.OFF) {
      // Without this event no answer about pins is possible, so it is more than a footnote.
      gaps.add(
          Gap.unreadable(
              file,
              "jdk.VirtualThreadPinned was not enabled: pins of threads that parked were not recorded"));
    } else if (pinned.enabled() == State.UNKNOWN) {
      gaps.add(Gap.notSaid(file, "does not show whether jdk.VirtualThreadPinned was enabled"));
    }
    if (jvm.feature() == 0) {
      gaps.add(
          Gap.notSaid(
              file, "does not name its JDK; monitor events are taken as pins, as on JDK 21 to 23"));
    }
    for (PinKind kind : PinKind.values()) {
      EventStatus status = events.get(kind);
      if (kind != PinKind.PARKED) {
        if (!jvm.monitorsPin()) {
          continue;
        }
        if (status.enabled() == State.OFF) {
          gaps.add(Gap.notSaid(file, kind.event() + " was not enabled: " + missing(kind)));
        }
      }
      if (status.enabled() != State.OFF) {
        stacks(file, kind, status, gaps);
      }
    }
    gaps.addAll(thresholds(file, jvm.monitorsPin() ? events : Map.of(PinKind.PARKED, pinned)));
    if (environment.lostBytes() > 0) {
      gaps.add(
          Gap.notSaid(file, "the JVM dropped " + environment.lostBytes() + " bytes of events"));
    }
    if (pins.cutOff() > 0) {
      gaps.add(
          Gap.notSaid(
              file,
              (pins.cutOff() == 1 ? "one stack ends" : pins.cutOff() + " stacks end")
                  + " after "
                  + pins.deepest()
                  + " frames"
                  + StackDepth.deeper(pins.deepest())));
    }
    if (pins.innermostOnly() > 0) {
      gaps.add(
          Gap.notSaid(
              file,
              pins.innermostOnly()
                  + " pins: only the innermost frames were kept, because too many stacks differ"));
    }
    return gaps;
  }

  private static String missing(PinKind kind) {
    return kind == PinKind.BLOCKED
        ? "threads that blocked at a monitor were not recorded"
        : "threads in Object.wait were not recorded";
  }

  private static void stacks(String file, PinKind kind, EventStatus status, List<Gap> gaps) {
    if (status.stackTrace() == State.OFF) {
      gaps.add(
          Gap.notSaid(file, kind.event() + " was recorded without stacks: no holder can be named"));
    }
  }

  /** One line for each threshold, since most recordings use one for all events. */
  private static List<Gap> thresholds(String file, Map<PinKind, EventStatus> events) {
    Map<String, List<String>> byThreshold = new TreeMap<>();
    new TreeMap<>(events)
        .forEach(
            (kind, status) -> {
              if (status.enabled() != State.OFF && status.hidesShortEvents()) {
                byThreshold
                    .computeIfAbsent(status.threshold(), threshold -> new ArrayList<>())
                    .add(kind.event());
              }
            });
    return byThreshold.entrySet().stream()
        .map(
            entry ->
                Gap.notSaid(
                    file,
                    String.join(", ", entry.getValue())
                        + ": events shorter than "
                        + entry.getKey()
                        + " were not recorded"))
        .toList();
  }
}
