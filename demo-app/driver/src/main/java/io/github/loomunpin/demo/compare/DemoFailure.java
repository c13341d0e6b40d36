// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

/**
 * Why the demo cannot go on, in one line that says what to do, and the exit code that goes with it.
 */
final class DemoFailure extends RuntimeException {

  static final int USAGE = 2;
  static final int UNUSABLE_INPUT = 3;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  DemoFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  DemoFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
