// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

import io.github.loomunpin.rules.mode.NameGlobs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which pins the agent reports.
 *
 * @param thresholdMillis those that are shorter are not seen
 * @param allow what may pin: classes and methods
 * @param own packages whose monitors are of interest; all if empty
 * @param watch the socket of the process that is told instead of the log, for as long as it listens
 */
public record DetectChoice(
    long thresholdMillis, List<String> allow, List<String> own, Optional<Path> watch) {

  private static final long DEFAULT_MILLIS = 20;

  /** Empty if the mode does not ask for it. */
  static Optional<DetectChoice> of(Map<String, String> options) throws BadOptionException {
    if (!options.getOrDefault("mode", "").endsWith("detect")) {
      for (String key : new String[] {"threshold", "allow", "own", AgentOptions.WATCH}) {
        if (options.containsKey(key)) {
          throw new BadOptionException(
              key + "= is for mode=detect and mode=rewrite+detect, and neither is given");
        }
      }
      return Optional.empty();
    }
    String threshold = options.get("threshold");
    return Optional.of(
        new DetectChoice(
            threshold == null ? DEFAULT_MILLIS : millis(threshold),
            list(AgentOptions.globs("allow", options)),
            list(AgentOptions.globs("own", options)),
            AgentOptions.path(AgentOptions.WATCH, "socket", options)));
  }

  private static List<String> list(NameGlobs globs) {
    return globs.isEmpty() ? List.of() : List.of(globs.toString().split(";"));
  }

  private static long millis(String threshold) throws BadOptionException {
    boolean inMillis = threshold.endsWith("ms");
    int unit = inMillis ? 2 : threshold.endsWith("s") ? 1 : 0;
    String number = threshold.substring(0, threshold.length() - unit).strip();
    boolean isNumber = !number.isEmpty() && number.length() < 8;
    for (int i = 0; i < number.length(); i++) {
      isNumber &= number.charAt(i) >= '0' && number.charAt(i) <= '9';
    }
    if (unit == 0 || !isNumber) {
      throw new BadOptionException(
          "invalid threshold=" + threshold + ": use a time such as 20ms or 1s");
    }
    return Long.parseLong(number) * (inMillis ? 1 : 1000);
  }
}
