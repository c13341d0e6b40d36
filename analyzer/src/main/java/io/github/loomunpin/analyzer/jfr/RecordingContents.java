// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.PinKind;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** What is gathered from the events of one recording. */
final class RecordingContents {

  /** The events that matter; all others may be skipped. */
  static final List<String> EVENTS =
      List.of(
          "jdk.VirtualThreadPinned",
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.JVMInformation",
          "jdk.InitialSystemProperty",
          "jdk.InitialEnvironmentVariable",
          "jdk.ActiveSetting",
          "jdk.DataLoss");

  private final PinCollector pins = new PinCollector();
  private final EnvironmentCollector environment = new EnvironmentCollector();
  private long accepted;

  void accept(RecordedEvent event) {
    accepted++;
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
