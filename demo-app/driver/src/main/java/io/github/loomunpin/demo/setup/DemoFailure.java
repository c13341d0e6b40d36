// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

/**
 * Why the demo cannot go on, in one line that says what to do, and the exit code that goes with it.
 */
public final class DemoFailure extends RuntimeException {

  public static final int USAGE = 2;
  public static final int UNUSABLE_INPUT = 3;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public DemoFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public DemoFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
