// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of classes that were loaded before the agent. Nobody needs the thousands of another agent
 * one by one; what is not of one that is known may be the application's, and may have to be loaded
 * later.
 */
public final class LoadedEarly {

  private static final int NAMED = 3;

  private LoadedEarly() {}

  /** Counts all of them for the report, and tells of them in one line. */
  public static void tell(List<Class<?>> classes, Outcome outcome) {
    Map<OtherAgent, Integer> known = new EnumMap<>(OtherAgent.class);
    List<String> others = new ArrayList<>();
    for (Class<?> c : classes) {
      // Proxies are native only because there is no file to look at; their code never locks.
      if (c.getName().contains(".$Proxy")) {
        continue;
      }
      OtherAgent agent = OtherAgent.of(c);
      if (agent == null) {
        others.add(c.getName());
        outcome.loadedBefore(c.getName());
      } else {
        known.merge(agent, 1, Integer::sum);
      }
    }
    for (Class<?> c : classes) {
      if (!c.getName().contains(".$Proxy") && OtherAgent.of(c) != null) {
        outcome.loadedBefore(c.getName());
      }
    }
    if (!others.isEmpty()) {
      outcome.warn(line(known, others));
    } else if (!known.isEmpty()) {
      outcome.say(line(known, others));
    }
  }

  private static String line(Map<OtherAgent, Integer> known, List<String> others) {
    StringBuilder line = new StringBuilder();
    for (Map.Entry<OtherAgent, Integer> agent : known.entrySet()) {
      line.append(line.isEmpty() ? "" : ", ");
      line.append(TallyReport.count(agent.getValue(), "class")).append(" of ");
      line.append(agent.getKey().label()).append("'s agent");
    }
    if (!others.isEmpty()) {
      line.append(line.isEmpty() ? "" : " and ");
      line.append(TallyReport.count(others.size(), known.isEmpty() ? "class" : "other class"));
      line.append(" (");
      for (int i = 0; i < Math.min(others.size(), NAMED); i++) {
        line.append(i == 0 ? "" : ", ").append(others.get(i));
      }
      line.append(others.size() > NAMED ? ", ...)" : ")");
    }
    line.append(" loaded before this agent, kept with the JVM's monitors: ");
    line.append(
        others.isEmpty()
            ? "nothing to do"
            : "put -javaagent:loom-unpin.jar before what loads them, if the application locks their"
                + " objects or shares locks with them; log=verbose names all");
    return line.toString();
  }

  /**
   * Tells of an agent that should have started before this one, if this is its first class. It is
   * one of those whose names begin as JaCoCo's.
   */
  static void look(String internalName, Outcome outcome) {
    if (internalName.endsWith("/PreMain")) {
      outcome.warn(
          "JaCoCo's agent starts after this one and sees rewritten classes, so its reports will show"
              + " no coverage for them: put -javaagent:...jacoco... before"
              + " -javaagent:loom-unpin.jar");
    }
  }
}
