// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whether a recorded JVM ran with our agent, and whether the agent was converting monitors. */
record AgentRun(boolean present, boolean converts) {

  private static final Pattern AGENT =
      Pattern.compile("-javaagent:[^\\s=]*loom-unpin[^\\s=]*\\.jar(?:=(\\S*))?");

  static AgentRun of(Jvm jvm) {
    Matcher agent = AGENT.matcher(jvm.arguments());
    if (!agent.find()) {
      return new AgentRun(false, false);
    }
    String options = agent.group(1) == null ? "" : agent.group(1);
    Set<String> all =
        Arrays.stream((jvm.loomUnpin() + "," + options).replace("\"", "").split(","))
            .map(String::strip)
            .collect(Collectors.toUnmodifiableSet());
    boolean onlyLooks = all.contains("mode=detect") || all.contains("mode=dry-run");
    boolean needed = jvm.monitorsPin() || all.contains("force=true") || all.contains("force");
    return new AgentRun(true, needed && !onlyLooks);
  }
}
