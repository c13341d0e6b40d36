// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;

/** Something that went wrong or was out of the ordinary. */
@Name("loomunpin.Incident")
@Label("loom-unpin incident")
@Category("loom-unpin")
@Description(
    "A warning, a problem or carriers that were added; each chunk begins with the last ones")
@Period("beginChunk")
@StackTrace(false)
final class IncidentEvent extends Event {

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
