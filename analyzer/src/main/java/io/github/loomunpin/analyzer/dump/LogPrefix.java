// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tools that show the log of a container write before each line: the name of a service, as
 * {@code docker compose logs} does, or a time, as {@code kubectl logs --timestamps} does.
 */
final class LogPrefix {

  private static final Pattern PREFIX =
      Pattern.compile(
          "(?:[\\w.-]+ +\\| ?)?(?:\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d) )?");

  private LogPrefix() {}

  static String cutOff(String line) {
    boolean may = line.indexOf('|') >= 0 || !line.isEmpty() && Character.isDigit(line.charAt(0));
    if (!may) {
      return line;
    }
    Matcher prefix = PREFIX.matcher(line);
    return prefix.lookingAt() ? line.substring(prefix.end()) : line;
  }
}
