// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

/** Agents that often run beside this one, by what their classes are called. */
enum OtherAgent {
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
