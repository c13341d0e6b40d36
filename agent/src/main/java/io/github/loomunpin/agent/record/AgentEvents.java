// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.runtime.UnpinEntryLink;
import io.github.loomunpin.agent.tell.Incidents;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
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
import jdk.jfr.Threshold;
import jdk.jfr.Timestamp;

/**
 * Writes the agent's events into recordings: an {@link AgentEvent} at the beginning and at the end
 * of every chunk, and those of {@link IncidentEvents} and {@link MonitorEnterEvents} as they
 * happen.
 */
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

  /**
   * Writes an {@link IncidentEvent} for each incident when it happens, and for the last ones at the
   * beginning of every chunk, so that a recording that begins later has them.
   */
  private static final class IncidentEvents implements Runnable, Incidents.Listener {

    private final Incidents incidents;

    private IncidentEvents(Incidents incidents) {
      this.incidents = incidents;
    }

    static void register(Incidents incidents) {
      IncidentEvents events = new IncidentEvents(incidents);
      FlightRecorder.addPeriodicEvent(IncidentEvent.class, events);
      incidents.tellTo(events);
      // The first chunk may have begun already.
      events.run();
    }

    @Override
    public void run() {
      for (Incidents.Incident incident : incidents.list()) {
        commit(incident);
      }
    }

    /** Not on this thread, which may be loading a class. */
    @Override
    public void happened(Incidents.Incident incident) {
      OwnThreads.later(
          new Job<Void>() {
            @Override
            protected Void work() {
              commit(incident);
              return null;
            }
          });
    }

    private static void commit(Incidents.Incident incident) {
      IncidentEvent event = new IncidentEvent();
      if (event.isEnabled()) {
        event.happened = incident.millis();
        event.kind = incident.kind().name();
        event.number = incident.number();
        event.text = incident.text();
        event.commit();
      }
    }

    /** Something that went wrong or was out of the ordinary. */
    @Name("loomunpin.Incident")
    @Label("loom-unpin incident")
    @Category("loom-unpin")
    @Description(
        "A warning, a problem or carriers that were added; each chunk begins with the last ones")
    @Period("beginChunk")
    @StackTrace(false)
    static final class IncidentEvent extends Event {

      @Label("Happened")
      @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
      long happened;

      @Label("Kind")
      @Description("UNSAFE, WARNING, CARRIERS or STANDSTILL")
      String kind;

      @Label("Number")
      @Description("How many carriers were added; one for anything else")
      int number;

      @Label("Text")
      String text;
    }
  }

  /**
   * Makes a {@link MonitorEnterEvent} for each thread that may have to wait. The runtime commits it
   * when the thread has entered, if that took long enough.
   */
  private static final class MonitorEnterEvents extends UnpinEntryLink {

    private MonitorEnterEvents() {}

    /** On a thread that holds nothing, since the flight recorder prepares the event's class. */
    static void register() {
      MonitorEnterEvents events = new MonitorEnterEvents();
      new MonitorEnterEvent().isEnabled();
      set(events);
    }

    @Override
    public Object begin() {
      MonitorEnterEvent event = new MonitorEnterEvent();
      if (!event.isEnabled()) {
        return null;
      }
      event.begin();
      return event;
    }

    @Override
    public void complete(Object begun, Object o, long ownerId) {
      MonitorEnterEvent event = (MonitorEnterEvent) begun;
      event.monitorClass = o.getClass();
      event.identityHashCode = System.identityHashCode(o);
      event.owner = ownerId;
    }

    /** What {@code jdk.JavaMonitorEnter} is for monitors that are not converted. */
    @Name("loomunpin.MonitorEnter")
    @Label("Converted monitor blocked")
    @Category("loom-unpin")
    @Description("A thread waited to enter a converted monitor, as jdk.JavaMonitorEnter for others")
    @Threshold("20 ms")
    @StackTrace(true)
    static final class MonitorEnterEvent extends Event {

      @Label("Monitor Class")
      Class<?> monitorClass;

      @Label("Identity Hash Code")
      int identityHashCode;

      @Label("Owner")
      @Description("Id of the thread that held it when this one began to wait; 0 if unknown")
      long owner;
    }
  }
}
