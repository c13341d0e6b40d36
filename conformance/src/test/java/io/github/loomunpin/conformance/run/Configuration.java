// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.util.ArrayList;
import java.util.List;

/**
 * One way of running a JVM.
 *
 * @param carriers number of carrier threads, 0 for the JDK's default
 */
public record Configuration(Jdk jdk, Jit jit, int carriers, boolean agent) {

  /** Enough carriers for threads that stay pinned, which without the agent all are that block. */
  private static final int AMPLE_CARRIERS = 16;

  public enum Jit {
    TIERED("tiered", 1, 1),
    INTERPRETER("interpreter", 0.3, 2, "-Xint"),
    C1("C1 only", 1, 1, "-XX:TieredStopAtLevel=1"),
    C2("C2 only", 1, 2, "-XX:-TieredCompilation");

    private final String text;
    private final double scale;
    private final double patience;
    private final List<String> flags;

    Jit(String text, double scale, double patience, String... flags) {
      this.text = text;
      this.scale = scale;
      this.patience = patience;
      this.flags = List.of(flags);
    }

    List<String> flags() {
      return flags;
    }
  }

  public static Configuration plain(Jdk jdk, Jit jit) {
    return new Configuration(jdk, jit, AMPLE_CARRIERS, false);
  }

  public static Configuration withAgent(Jdk jdk, Jit jit, int carriers) {
    return new Configuration(jdk, jit, carriers, true);
  }

  /**
   * How much work programs do here: in the long form most of it where the agent is for use. Without
   * the agent only their outcome is asked for, which no amount of work changes.
   */
  double scale() {
    boolean forUse = jit == Jit.TIERED && jdk.version().equals("21");
    double asMuch = !Settings.isLong() ? 0.5 : forUse ? 5 : 1;
    return !agent ? 0.1 : jit.scale * asMuch;
  }

  /** By how much time-outs are longer here. */
  double patience() {
    return jit.patience * Math.max(1, scale());
  }

  /** The JVM's options, without those of single programs. */
  List<String> flags() {
    List<String> flags = new ArrayList<>(jit.flags);
    if (carriers > 0) {
      flags.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers);
    }
    if (!agent) {
      flags.add("-Djdk.virtualThreadScheduler.maxPoolSize=512");
    } else {
      flags.add("-javaagent:" + Settings.agentJar() + "=" + agentOptions());
    }
    flags.add("-Dtorture.rewritten=" + agent);
    flags.add("-Dtorture.scale=" + scale());
    flags.add("-Dtorture.patience=" + patience());
    flags.add("-Djava.awt.headless=true");
    return flags;
  }

  private String agentOptions() {
    return jdk.feature() >= 24 ? "strict=true,force=true" : "strict=true";
  }

  @Override
  public String toString() {
    String text = jdk + (agent ? ", agent" : ", no agent") + ", " + jit.text;
    return carriers == 1 ? text + ", one carrier" : text;
  }
}
