// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

/**
 * What happened to one run.
 *
 * @param text the outcome, or the trace of what was thrown, or a dump of all threads
 */
public record Result(Status status, long millis, String text) {

  public enum Status {
    OK,
    FAILED,
    HUNG,
    CRASHED
  }

  static Result of(String status, String millis, String escaped) {
    return new Result(Status.valueOf(status), Long.parseLong(millis), unescape(escaped));
  }

  static Result crashed(int exit, String output) {
    return new Result(Status.CRASHED, 0, "the JVM ended with " + exit + "\n" + output);
  }

  public boolean isOk() {
    return status == Status.OK;
  }

  private static String unescape(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        out.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
