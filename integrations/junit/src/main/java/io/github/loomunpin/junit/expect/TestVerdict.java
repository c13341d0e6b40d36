// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.expect;

import java.util.List;

/**
 * What is said of a test.
 *
 * @param message for people; empty if all is as expected
 * @param remarks what is worth printing whatever the outcome is
 */
public record TestVerdict(Outcome outcome, String message, List<String> remarks) {

  /** Whether the test keeps what it promises. */
  public enum Outcome {
    AS_EXPECTED,
    NOT_AS_EXPECTED,
    /** That cannot be told. */
    UNKNOWN
  }

  public static TestVerdict asExpected(List<String> remarks) {
    return new TestVerdict(Outcome.AS_EXPECTED, "", remarks);
  }

  public static TestVerdict notAsExpected(String message, List<String> remarks) {
    return new TestVerdict(Outcome.NOT_AS_EXPECTED, message, remarks);
  }

  public static TestVerdict unknown(String why) {
    return new TestVerdict(Outcome.UNKNOWN, why, List.of());
  }
}
