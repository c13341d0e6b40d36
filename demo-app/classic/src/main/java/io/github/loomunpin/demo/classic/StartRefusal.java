// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

/** What the user must change, in one line, and the exit code that goes with it. */
final class StartRefusal extends RuntimeException {

  static final int USAGE = 2;
  static final int UNUSABLE_DATABASE = 3;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  StartRefusal(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  StartRefusal(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
