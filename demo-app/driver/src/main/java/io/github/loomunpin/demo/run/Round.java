// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

/** The four ways in which the same jars are run. */
public enum Round {
  KERNEL("kernel", "1000 kernel threads", 21, false, false),
  ROUND_1("round1", "Round 1: virtual threads", 21, true, false),
  ROUND_2("round2", "Round 2: virtual threads + agent", 21, true, true),
  JDK_25("jdk25", "virtual threads, no agent", 25, true, false);

  private final String id;
  private final String title;
  private final int jdk;
  private final boolean virtualThreads;
  private final boolean agent;

  Round(String id, String title, int jdk, boolean virtualThreads, boolean agent) {
    this.id = id;
    this.title = title;
    this.jdk = jdk;
    this.virtualThreads = virtualThreads;
    this.agent = agent;
  }

  /** As it appears in file names. */
  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  /** The feature version of the JDK it runs on. */
  public int jdk() {
    return jdk;
  }

  public boolean usesVirtualThreads() {
    return virtualThreads;
  }

  public boolean usesAgent() {
    return agent;
  }

  /**
   * Whether load may come before the measured load. Not where every request pins a carrier: what
   * the carriers do not get done stays queued in front of everything measured later.
   */
  public boolean recoversFromLoad() {
    return this != ROUND_1;
  }
}
