// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.option.AgentOptions;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

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

  /** What the agent is told to do and has done so far. */
  @Name("loomunpin.Agent")
  @Label("loom-unpin agent")
  @Category("loom-unpin")
  @Description("The agent that converts monitors to parking locks")
  @Period("everyChunk")
  @StackTrace(false)
  static final class AgentEvent extends Event {

    @Label("Version")
    String version;

    @Label("Converting")
    @Description("Whether monitors are converted; if not, the agent only looks")
    boolean converting;

    @Label("Options")
    @Description("As after -javaagent:loom-unpin.jar=, wherever they were given")
    String options;

    @Label("Classes Seen")
    int classesSeen;

    @Label("Classes Rewritten")
    int classesRewritten;

    @Label("Sites Rewritten")
    int sitesRewritten;

    @Label("Sites Left Native")
    int sitesLeftNative;

    @Label("Carriers Added")
    @Description("Because all were blocked or busy while virtual threads waited for one")
    int carriersAdded;
  }
}
