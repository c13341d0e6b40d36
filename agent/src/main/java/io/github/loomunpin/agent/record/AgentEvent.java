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

/** What the agent is told to do and has done so far. */
@Name("loomunpin.Agent")
@Label("loom-unpin agent")
@Category("loom-unpin")
@Description("The agent that converts monitors to parking locks")
@Period("everyChunk")
@StackTrace(false)
final class AgentEvent extends Event {

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
