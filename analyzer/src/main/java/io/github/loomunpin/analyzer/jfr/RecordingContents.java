// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** What is gathered from the events of one recording. */
final class RecordingContents {

  /** The events that matter; all others may be skipped. */
  static final List<String> EVENTS = events();

  private final PinCollector pins;
  private final EnvironmentCollector environment = new EnvironmentCollector();
  private volatile long accepted;
  private volatile boolean ended;

  /**
   * @param origin when the recording begins, in nanoseconds since the epoch
   */
  RecordingContents(long origin, PinFilter filter) {
    pins = new PinCollector(origin, filter);
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

  PinCollector pins() {
    return pins;
  }

  EnvironmentCollector environment() {
    return environment;
  }
}
