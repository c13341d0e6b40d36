// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is watched for, and with which agent.
 *
 * @param agent its jar; looked for if empty
 * @param threshold shorter pins are not seen
 * @param allow classes and methods that may pin
 * @param own packages whose monitors are of interest; all if empty
 */
public record WatchOptions(
    Optional<Path> agent, Duration threshold, List<String> allow, List<String> own) {

  /** Why the agent would refuse them; empty if it takes them. */
  public Optional<String> problem() {
    try {
      AgentOptions.parse(agentOptions("socket"), "");
      return Optional.empty();
    } catch (BadOptionException e) {
      return Optional.of(e.getMessage().replaceFirst("^(\\w+)=", "--$1 "));
    }
  }

  /** In the syntax of the agent's options. */
  String agentOptions(String socket) {
    return "mode=detect,watch="
        + socket
        + ",threshold="
        + threshold.toMillis()
        + "ms"
        + globs("allow", allow)
        + globs("own", own);
  }

  private static String globs(String name, List<String> values) {
    return values.isEmpty() ? "" : "," + name + "=" + String.join(";", values);
  }
}
