// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.time.Duration;

/**
 * How a program ended.
 *
 * @param time from the request to start it to the news of its end
 * @param output what it printed, if that was captured or went to a file; with the errors if they
 *     were merged
 * @param errors what it printed as errors, if they were captured or went to a file of their own
 */
public record Ended(Program program, int exitCode, Duration time, String output, String errors) {

  /** Refuses every other exit code than 0. */
  public Ended successfully() throws ProcessFailure {
    if (exitCode != 0) {
      throw new ProcessFailure(
          "exit code " + exitCode, program, errors.isBlank() ? output : errors);
    }
    return this;
  }
}
