// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.option.AgentOptions;
import jdk.jfr.FlightRecorder;

/** Writes an {@link AgentEvent} at the beginning and at the end of every chunk of a recording. */
final class AgentEvents implements Runnable {

  private final AgentOptions options;
  private final Outcome outcome;

  private AgentEvents(AgentOptions options, Outcome outcome) {
    this.options = options;
    this.outcome = outcome;
  }

  static boolean isRecorderReady() {
    return FlightRecorder.isInitialized();
  }

  static void register(AgentOptions options, Outcome outcome) {
    AgentEvents events = new AgentEvents(options, outcome);
    FlightRecorder.addPeriodicEvent(AgentEvent.class, events);
    // The first chunk may have begun already.
    events.run();
    IncidentEvents.register(outcome.incidents());
    if (options.mode() == AgentOptions.Mode.REWRITE) {
      MonitorEnterEvents.register();
    }
  }

  @Override
  public void run() {
    AgentEvent event = new AgentEvent();
    if (!event.isEnabled()) {
      return;
    }
    Outcome.Snapshot counts = outcome.snapshot();
    event.version = OwnFiles.version(AgentEvents.class);
    event.converting = options.convertsOn(Runtime.version().feature());
    event.options = options.pairs();
    event.classesSeen = counts.classesSeen();
    event.classesRewritten = counts.classesRewritten();
    event.sitesRewritten = counts.sitesRewritten();
    event.sitesLeftNative = counts.sitesLeftNative();
    event.carriersAdded = counts.carriersAdded();
    event.commit();
  }
}
