// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.tell.Incidents;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;

/**
 * Writes an {@link IncidentEvent} for each incident when it happens, and for the last ones at the
 * beginning of every chunk, so that a recording that begins later has them.
 */
final class IncidentEvents implements Runnable, Incidents.Listener {

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
