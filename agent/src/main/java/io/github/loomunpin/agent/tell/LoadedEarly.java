// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reports classes that were loaded before the agent. Nobody needs the thousands of another agent
 * one by one; what is not of one that is known may be the application's, and may have to be loaded
 * later.
 */
public final class LoadedEarly {

  private static final int NAMED = 3;

  private LoadedEarly() {}

  /** Counts all of them for the report, and logs them in one line. */
  public static void tell(List<Class<?>> classes, Outcome outcome) {
    Map<OtherAgent, Integer> known = new EnumMap<>(OtherAgent.class);
    List<String> ofKnown = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Class<?> c : classes) {
      OtherAgent agent = OtherAgent.of(c);
      if (agent == null) {
        others.add(c.getName());
        outcome.loadedBefore(c.getName());
      } else {
        known.merge(agent, 1, Integer::sum);
        ofKnown.add(c.getName());
      }
    }
    for (String name : ofKnown) {
      outcome.loadedBefore(name);
    }
    if (!others.isEmpty()) {
      outcome.warn(line(known, others));
    } else if (!known.isEmpty()) {
      outcome.say(line(known, others));
    }
  }

  private static String line(Map<OtherAgent, Integer> known, List<String> others) {
    int all = others.size();
    StringBuilder parts = new StringBuilder();
    for (Map.Entry<OtherAgent, Integer> agent : known.entrySet()) {
      all += agent.getValue();
      parts.append(parts.isEmpty() ? "" : ", ").append(agent.getValue());
      parts.append(" of ").append(agent.getKey().label()).append("'s agent");
    }
    if (!others.isEmpty()) {
      parts.append(parts.isEmpty() ? "" : ", ").append(others.size()).append(" of no known agent");
      for (int i = 0; i < Math.min(others.size(), NAMED); i++) {
        parts.append(i == 0 ? " (" : ", ").append(others.get(i));
      }
      parts.append(others.size() > NAMED ? ", ...)" : ")");
    }
    return TallyReport.count(all, "class")
        + (all == 1 ? " was" : " were")
        + " loaded before this agent and will use the JVM's monitors: "
        + parts
        + "; so will the JDK's streams, handlers and synchronized collections. Put"
        + " -javaagent:loom-unpin.jar first "
        + (others.isEmpty()
            ? "to convert these"
            : "if the application shares locks with the classes (log=verbose names all)");
  }

  /** Agents that often run beside this one, by what their classes are called. */
  private enum OtherAgent {
    JACOCO("JaCoCo", "org.jacoco.agent."),
    OPEN_TELEMETRY("OpenTelemetry", "io.opentelemetry."),
    DATADOG("Datadog", "datadog.", "com.datadog."),
    ELASTIC("Elastic", "co.elastic.apm."),
    ASPECTJ("AspectJ", "org.aspectj."),
    BYTE_BUDDY("Byte Buddy", "net.bytebuddy."),
    MOCKITO("Mockito", "org.mockito."),
    BLOCKHOUND("BlockHound", "reactor.blockhound."),
    SKYWALKING("SkyWalking", "org.apache.skywalking.apm."),
    NEW_RELIC("New Relic", "com.newrelic."),
    KANELA("Kanela", "kanela.agent."),
    HOTSWAP("Hotswap", "org.hotswap.agent.");

    private static final OtherAgent[] ALL = values();

    private final String label;
    private final String[] packages;

    OtherAgent(String label, String... packages) {
      this.label = label;
      this.packages = packages;
    }

    /** What it is called. */
    String label() {
      return label;
    }

    /** The one that has a class, by its name or by that of its loader; null if none is known. */
    static OtherAgent of(Class<?> c) {
      OtherAgent byLoader = of(c.getClassLoader().getClass().getName());
      return byLoader == null ? of(c.getName()) : byLoader;
    }

    private static OtherAgent of(String className) {
      for (OtherAgent agent : ALL) {
        for (String name : agent.packages) {
          if (className.startsWith(name)) {
            return agent;
          }
        }
      }
      return null;
    }
  }
}
