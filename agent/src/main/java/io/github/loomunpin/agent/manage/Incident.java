// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.tell.Incidents;
import java.util.Date;

/** Something that went wrong or was out of the ordinary, as JMX shows it. */
public final class Incident {

  private final Incidents.Incident incident;

  Incident(Incidents.Incident incident) {
    this.incident = incident;
  }

  /** When it happened. */
  public Date getTime() {
    return new Date(incident.millis());
  }

  /** {@code UNSAFE}, {@code WARNING} or {@code CARRIERS}. */
  public String getKind() {
    return incident.kind().name();
  }

  /** How many carriers were added; one for anything else. */
  public int getNumber() {
    return incident.number();
  }

  /** As in the log. */
  public String getText() {
    return incident.text();
  }
}
